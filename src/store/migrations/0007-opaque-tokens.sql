-- A bearer token is a random value of which the store has the SHA-256. Tokens of before were signed: their logins end.
alter table session rename column sid_hash to token_hash;
-- sqlite:
update session set ended_at = unixepoch() * 1000 where ended_at is null;

-- One random value, made at the first start after this migration, that all nodes of a store share: see `digest` in src/limits/digest.ts.
create table digest_key (id integer primary key check (id = 1), value text not null) strict;
-- postgres:
update session set ended_at = (extract(epoch from now()) * 1000)::bigint where ended_at is null;

-- One random value, made at the first start after this migration, that all nodes of a store share: see `digest` in src/limits/digest.ts.
create table digest_key (id integer primary key check (id = 1), value text not null);
