-- Whether the table at which somebody sits is over. A player has few tables that are
-- not, however many games they have played.
ALTER TABLE sitters ADD COLUMN over INTEGER NOT NULL DEFAULT 0;

UPDATE sitters SET over = 1 WHERE table_id IN (SELECT id FROM tables WHERE phase = 3);

CREATE INDEX sitters_unfinished ON sitters (player, table_id) WHERE over = 0;

CREATE TRIGGER table_over AFTER UPDATE OF phase ON tables WHEN NEW.phase = 3 BEGIN
	UPDATE sitters SET over = 1 WHERE table_id = NEW.id;
END;
