-- What was deleted or revoked and is not yet in the file beside the database, from
-- which a backup that is restored learns of it. Every row is removed once it is
-- there.
CREATE TABLE removals (
	seq  INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT    NOT NULL,
	key  TEXT    NOT NULL
) STRICT;

-- The file says which database it belongs to.
INSERT INTO secrets (name, value) VALUES ('database', randomblob(16));

-- However something ends, it is noted in the same transaction. Passwords and
-- messages are noted by the program, because their keys are hashes and numbers.
CREATE TRIGGER removed_access AFTER DELETE ON tokens BEGIN
	INSERT INTO removals (kind, key) VALUES ('access', lower(hex(OLD.hash)));
END;
CREATE TRIGGER removed_link AFTER DELETE ON signin_links BEGIN
	INSERT INTO removals (kind, key) VALUES ('link', lower(hex(OLD.hash)));
END;
CREATE TRIGGER removed_code AFTER DELETE ON recovery_codes BEGIN
	INSERT INTO removals (kind, key) VALUES ('code', lower(hex(OLD.hash)));
END;
CREATE TRIGGER removed_passkey AFTER DELETE ON passkeys BEGIN
	INSERT INTO removals (kind, key) VALUES ('passkey', OLD.id);
END;
CREATE TRIGGER removed_player AFTER UPDATE OF name ON players WHEN OLD.name <> '' AND NEW.name = '' BEGIN
	INSERT INTO removals (kind, key) VALUES ('player', OLD.id);
END;
CREATE TRIGGER removed_administrator AFTER UPDATE OF administrator ON players WHEN OLD.administrator = 1 AND NEW.administrator = 0 BEGIN
	INSERT INTO removals (kind, key) VALUES ('administrator', OLD.id);
END;
