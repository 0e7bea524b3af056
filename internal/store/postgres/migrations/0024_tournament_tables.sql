-- To which tournament a table belongs. It is known before the table is open.
CREATE TABLE tournament_tables (
	table_id   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	tournament TEXT COLLATE "C" NOT NULL
);

CREATE INDEX tournament_tables_by_tournament ON tournament_tables (tournament);

CREATE FUNCTION remove_tournament_tables() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM tournament_tables WHERE tournament = OLD.id;
	RETURN NULL;
END $$;
CREATE TRIGGER removed_tournament_tables AFTER DELETE ON tournaments FOR EACH ROW EXECUTE FUNCTION remove_tournament_tables();
