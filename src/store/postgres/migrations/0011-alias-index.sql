-- What searches look through of aliases, as of artists and albums. A new generation of the rules has it built.
create table alias_index (
  id bigint primary key,
  name_key text collate "C" not null,
  title text[] collate "C" not null,
  words text[] collate "C" not null
);
create index alias_by_name_key on alias_index (name_key, id);
create index alias_words on alias_index using gin (title, words) with (fastupdate = off);

create view alias_indexed as select id from alias_index;
