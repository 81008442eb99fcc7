-- How often something was tried under a key, a digest; what it counts is decided above. Rows are of no use after `ends_at`.
create table tries (
  key text primary key,
  count integer not null,
  at integer not null,
  ends_at integer not null
) strict, without rowid;

create index tries_by_end on tries (ends_at);
create index tries_by_age on tries (at) where count > 0;
