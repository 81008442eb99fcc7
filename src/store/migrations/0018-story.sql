-- How an account is named beside its changes; null where it chose no name.
alter table "user" add column public_name text;

-- What changed of an artist and of all that is under it, in the order of the log. Only an artist is under none.
create index revision_about_artist on revision (coalesce(artist_id, id), seq);
