-- The last revision whose record the search index has. The writer brings in what came later, many at once.
alter table index_state add column indexed integer not null default 0;
update index_state set indexed = (select coalesce(max(seq), 0) from revision);
-- A build brings in every record that is there when it begins.
create trigger index_build_begun after update of build on index_state begin
  update index_state set indexed = (select coalesce(max(seq), 0) from revision);
end;
-- By which edition of the rules for words the index is made.
alter table index_state add column rules integer not null default 1;
