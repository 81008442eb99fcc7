-- What searches look through of tracks, as of other records. A new generation of the rules has it built.
-- sqlite:
create table track_index (id integer primary key, name_key text not null) strict;
create index track_by_name_key on track_index (name_key, id);

create virtual table track_words using fts5 (title, text, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii');
create view track_indexed as select id from track_index union select id from track_words_docsize;
create virtual table track_words_kept using fts5vocab (track_words, instance);
-- postgres:
create table track_index (
  id bigint primary key,
  name_key text collate "C" not null,
  title text[] collate "C" not null,
  words text[] collate "C" not null
);
create index track_by_name_key on track_index (name_key, id);
create index track_words on track_index using gin (title, words) with (fastupdate = off);

create view track_indexed as select id from track_index;
