-- The normal form of a new address, by which two accounts that want the same one are known.
alter table "user" add column pending_normal_email text;
update "user" set pending_normal_email = lower(pending_email) where pending_email is not null;
create index user_pending_normal_email on "user" (pending_normal_email) where pending_normal_email is not null;
