-- How often something was tried under a key, a digest; what it counts is decided above. Rows are of no use after `ends_at`.
create table tries (
  key text primary key,
  count bigint not null,
  at bigint not null,
  ends_at bigint not null
);

create index tries_by_end on tries (ends_at);
create index tries_by_age on tries (at) where count > 0;
