-- What searches look through, made of artists and albums by each change of them. docs/decisions/2026-11-22-search.md says why so.

-- sqlite:
-- A row for each record, with what whole names are compared by.
create table artist_index (id integer primary key, name_key text not null) strict;
create index artist_by_name_key on artist_index (name_key, id);
create table album_index (id integer primary key, name_key text not null) strict;
create index album_by_name_key on album_index (name_key, id);

-- The words of each record: `title` those of its names, `text` the others. They come as the program makes them, lower case and
-- without accents, so nothing is left to the tokenizer but the spaces.
create virtual table artist_words using fts5 (title, text, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii');
create virtual table album_words using fts5 (title, text, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii');
-- Which records there is anything of.
create view artist_indexed as select id from artist_index union select id from artist_words_docsize;
create view album_indexed as select id from album_index union select id from album_words_docsize;
-- What `rockola check` reads the words by.
create virtual table artist_words_kept using fts5vocab (artist_words, instance);
create virtual table album_words_kept using fts5vocab (album_words, instance);

-- All words there are or were, and which of them stood in a name.
create table word (word text primary key, named integer not null) strict, without rowid;
create index word_of_names on word (word) where named = 1;
-- Forms of a word, which words near it share.
create table word_form (form integer not null, word text not null, primary key (form, word)) strict, without rowid;
-- postgres:
-- A row for each record: what whole names are compared by, the words of its names, and all its words. They come as the program
-- makes them, lower case and without accents.
create table artist_index (
  id bigint primary key,
  name_key text collate "C" not null,
  title text[] collate "C" not null,
  words text[] collate "C" not null
);
create index artist_by_name_key on artist_index (name_key, id);
create index artist_words on artist_index using gin (title, words) with (fastupdate = off);

create table album_index (
  id bigint primary key,
  name_key text collate "C" not null,
  title text[] collate "C" not null,
  words text[] collate "C" not null
);
create index album_by_name_key on album_index (name_key, id);
create index album_words on album_index using gin (title, words) with (fastupdate = off);

-- Which records there is anything of.
create view artist_indexed as select id from artist_index;
create view album_indexed as select id from album_index;

-- All words there are or were, which of them stood in a name, and forms of each, which words near it share.
create table word (word text collate "C" primary key, named bigint not null, forms integer[] not null);
create index word_of_names on word (word) where named = 1;
create index word_form on word using gin (forms) with (fastupdate = off);
-- both:

-- How far the index is. `complete`: every record is in it. `build` counts how often that was begun; while one is under way, `kind` is
-- what is brought in, up to the id `reached`, with `done` of `records` records brought in so far.
create table index_state (
  complete bigint not null,
  build bigint not null,
  kind text,
  reached bigint not null,
  done bigint not null,
  records bigint not null
);
insert into index_state (complete, build, kind, reached, done, records)
  select case when records = 0 then 1 else 0 end, 1, case when records = 0 then null else 'artist' end, 0, 0, records
-- sqlite:
  from (select (select count(*) from artist) + (select count(*) from album) as records);
-- postgres:
  from (select (select count(*) from artist) + (select count(*) from album) as records) as counted;
