-- Who read the sources of a listing, at which commit, as its file says: {by, at, repository, commit, committed_on}. Null where that
-- was not recorded.
alter table products add column reading jsonb;
