-- What lists choose by, and what counts tables, is not to be looked for in the
-- JSON of each table.
ALTER TABLE tables ADD COLUMN host TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN public INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN played INTEGER NOT NULL DEFAULT 0;

UPDATE tables SET
	host = coalesce(summary ->> '$.host', ''),
	public = coalesce(summary ->> '$.terms.spectators', 0) AND (listed OR coalesce(summary ->> '$.terms.rated', 0)),
	played = coalesce(summary ->> '$.result', '*') <> '*';

-- All columns that are known come first, so that these indices are preferred to
-- those of all finished games.
CREATE INDEX tables_public ON tables (phase, public, played, entered DESC, id)
	WHERE phase = 3 AND public = 1 AND played = 1;
CREATE INDEX tables_public_by_game ON tables (phase, public, played, game, entered DESC, id)
	WHERE phase = 3 AND public = 1 AND played = 1;
CREATE INDEX tables_unfinished ON tables (host, entered DESC, id) WHERE phase < 3;

-- Who sits at a table is replaced when somebody comes or goes.
CREATE INDEX sitters_by_table ON sitters (table_id);
