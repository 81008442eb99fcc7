-- By which edition of the rules for words the search index is made.
alter table index_state add column rules bigint not null default 1;
