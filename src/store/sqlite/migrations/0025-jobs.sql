-- Long work, such as an import or a dump.
create table job (
  id integer primary key autoincrement,
  kind text not null,
  state text not null,
  -- Null for work of the service itself.
  user_id integer references "user" (id),
  created_at integer not null,
  started_at integer,
  ended_at integer,
  done integer not null,
  total integer,
  -- 1 where it is to end.
  cancel integer not null,
  -- JSON, as is the outcome.
  parameters text not null,
  checkpoint text not null,
  outcome text,
  -- How often it was begun: only the last run may write.
  run integer not null,
  -- Another node may take it after that.
  leased_until integer not null
) strict;

create index job_open on job (kind, id) where ended_at is null;
create index job_of_user on job (user_id, id);
create index job_ended on job (ended_at) where ended_at is not null;

-- What a job gets and makes, in pieces.
create table job_chunk (
  id integer primary key autoincrement,
  job_id integer not null references job (id) on delete cascade,
  name text not null,
  number integer not null,
  -- Base64.
  bytes text not null,
  unique (job_id, name, number)
) strict;
