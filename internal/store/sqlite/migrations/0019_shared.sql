-- Small values that servers have in common, until they end.
CREATE TABLE shared (
	key   TEXT NOT NULL PRIMARY KEY,
	value BLOB NOT NULL,
	until INTEGER -- NULL if it does not end by itself
) STRICT, WITHOUT ROWID;
CREATE INDEX shared_until ON shared (until) WHERE until IS NOT NULL;
