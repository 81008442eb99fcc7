-- What searches look through of aliases, as of artists and albums. A new generation of the rules has it built.
-- sqlite:
create table alias_index (id integer primary key, name_key text not null) strict;
create index alias_by_name_key on alias_index (name_key, id);

create virtual table alias_words using fts5 (title, text, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii');
create view alias_indexed as select id from alias_index union select id from alias_words_docsize;
create virtual table alias_words_kept using fts5vocab (alias_words, instance);
-- postgres:
create table alias_index (
  id bigint primary key,
  name_key text collate "C" not null,
  title text[] collate "C" not null,
  words text[] collate "C" not null
);
create index alias_by_name_key on alias_index (name_key, id);
create index alias_words on alias_index using gin (title, words) with (fastupdate = off);

create view alias_indexed as select id from alias_index;
