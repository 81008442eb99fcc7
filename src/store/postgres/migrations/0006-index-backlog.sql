-- PostgreSQL writes the search index with the record, so it has no backlog. Schemas of both engines have the same numbers.
select 1;
