-- A rebuild during which searches go on keeps the backlog: what changed just before it is found before the rebuild reaches it.
drop trigger index_build_begun;
