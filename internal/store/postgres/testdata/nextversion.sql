-- What a version may add while servers of the one before go on: columns with a default
-- in the tables that every move changes, a table, an index, and a trigger that removes
-- what is new about a player whom an old server erases.
ALTER TABLE events ADD COLUMN weight BIGINT NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN shelf TEXT COLLATE "C";
ALTER TABLE progress ADD COLUMN weight BIGINT NOT NULL DEFAULT 1;
ALTER TABLE players ADD COLUMN motto TEXT COLLATE "C" NOT NULL DEFAULT 'none';

CREATE INDEX tables_by_shelf ON tables (shelf) WHERE shelf IS NOT NULL;

CREATE TABLE collections (
	player TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id),
	title  TEXT COLLATE "C" NOT NULL
);

CREATE FUNCTION remove_collection() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	DELETE FROM collections WHERE player = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER removed_collection AFTER UPDATE OF name ON players FOR EACH ROW
WHEN (OLD.name <> '' AND NEW.name = '') EXECUTE FUNCTION remove_collection();
