create table alias (
  id integer primary key check (id > 0),
  artist_id integer not null references artist (id),
  name text not null,
  kind text not null,
  language text not null,
  version integer not null,
  changed_at integer not null
) strict;

create index alias_of_artist on alias (artist_id, id);
create index alias_by_name on alias (artist_id, name);

create table membership (
  id integer primary key check (id > 0),
  artist_id integer not null references artist (id),
  -- No reference: a person may be deleted, and come back.
  person integer,
  credited text not null,
  -- JSON: a list of words.
  roles text not null,
  "from" text,
  "to" text,
  -- 1 and 0; null where it is not known.
  ended integer,
  note text not null,
  version integer not null,
  changed_at integer not null
) strict;

create index membership_of_artist on membership (artist_id, id);
create index membership_by_name on membership (artist_id, credited);
create index membership_of_person on membership (person, id) where person is not null;

insert into sequence (kind, next) values ('alias', 1), ('membership', 1);
