-- To which tournament a table belongs. It is known before the table is open.
CREATE TABLE tournament_tables (
	table_id   TEXT NOT NULL PRIMARY KEY,
	tournament TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_tables_by_tournament ON tournament_tables (tournament);

CREATE TRIGGER removed_tournament_tables AFTER DELETE ON tournaments BEGIN
	DELETE FROM tournament_tables WHERE tournament = OLD.id;
END;
