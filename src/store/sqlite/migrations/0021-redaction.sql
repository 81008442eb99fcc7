-- What administrators took out of the log, and why. Each is a write of its own, which has a revision that tells of it.
create table redaction (
  changeset integer primary key,
  at integer not null,
  user_id integer,
  kind text not null,
  id integer not null,
  version integer not null,
  -- Names of members, `comment` and `source`, separated by spaces.
  hidden text not null,
  -- For administrators.
  reason text not null,
  note text
) strict;

-- What is no longer in the row, named as above, and the last redaction that took something out of it, or that it tells of.
alter table revision add column erased text;
alter table revision add column redacted_by integer;
drop view unnumbered_revision;
create view unnumbered_revision as select seq as position, * from revision where seq is null;
