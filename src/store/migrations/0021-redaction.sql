-- What administrators took out of the log, and why. Each is a write of its own, which has a revision that tells of it.
create table redaction (
  changeset bigint primary key,
  at bigint not null,
  user_id bigint,
  kind text not null,
  id bigint not null,
  version bigint not null,
  -- Names of members, `comment` and `source`, separated by spaces.
  hidden text not null,
  -- For administrators.
  reason text not null,
  note text
);

-- What is no longer in the row, named as above, and the last redaction that took something out of it, or that it tells of.
alter table revision add column erased text;
alter table revision add column redacted_by bigint;
drop view unnumbered_revision;
create view unnumbered_revision as select * from revision where seq is null;
