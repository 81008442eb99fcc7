-- What only editors see of what one request changed of an artist: comment and source (`comment`), or the values too (`all`).
create table hiding (
  -- The changeset and the id of the artist: `1042 1001`.
  scope text primary key,
  hidden text not null,
  at bigint not null,
  user_id bigint
);
