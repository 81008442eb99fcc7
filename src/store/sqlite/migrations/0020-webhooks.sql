-- What an account wants to be told of, at an address of its choice.
create table webhook (
  id integer primary key autoincrement,
  user_id integer not null references "user" (id),
  url text not null,
  -- Host and port, of which each gets a bounded number of calls at once.
  target text not null,
  -- Of events, separated by spaces; "" for all.
  types text not null,
  artist_id integer,
  changed_by integer,
  payload text not null,
  per text not null,
  secret text not null,
  -- Signs too until its time.
  former_secret text,
  former_until integer,
  state text not null,
  reason text,
  -- The last change that was told or passed over, and the last one of the event that failed.
  seq integer not null,
  at integer not null,
  failed_seq integer,
  failed_at integer,
  tries integer not null,
  failing_since integer,
  due_at integer not null,
  -- A call is under way until then. The number says whose.
  leased_until integer not null,
  test integer not null,
  created_at integer not null
) strict;

create index webhook_of_user on webhook (user_id, id);
-- Those at the newest change are idle, and most are: nothing looks at their rows.
create index webhook_behind on webhook (seq) where state = 'active';
create index webhook_asked on webhook (due_at) where state = 'verifying' or test = 1;

create table webhook_attempt (
  id integer primary key autoincrement,
  webhook_id integer not null references webhook (id) on delete cascade,
  event text not null,
  type text not null,
  at integer not null,
  ms integer not null,
  status integer,
  failure text
) strict;

create index webhook_attempt_of_webhook on webhook_attempt (webhook_id, id);
