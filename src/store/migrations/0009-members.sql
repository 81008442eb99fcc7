create table alias (
  id bigint primary key check (id > 0),
  artist_id bigint not null references artist (id),
  name text not null,
  kind text not null,
  language text not null,
  version bigint not null,
  changed_at bigint not null
);

create index alias_of_artist on alias (artist_id, id);
create index alias_by_name on alias (artist_id, name);

create table membership (
  id bigint primary key check (id > 0),
  artist_id bigint not null references artist (id),
  -- No reference: a person may be deleted, and come back.
  person bigint,
  credited text not null,
  -- JSON: a list of words.
  roles text not null,
  "from" text,
  "to" text,
  -- 1 and 0; null where it is not known.
  ended bigint,
  note text not null,
  version bigint not null,
  changed_at bigint not null
);

create index membership_of_artist on membership (artist_id, id);
create index membership_by_name on membership (artist_id, credited);
create index membership_of_person on membership (person, id) where person is not null;

create sequence alias_id;
create sequence membership_id;
