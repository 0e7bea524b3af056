-- Groups are classes and clubs.
CREATE TABLE player_groups (
	id      TEXT    NOT NULL PRIMARY KEY,
	name    TEXT    NOT NULL,
	chat    TEXT    NOT NULL, -- off, phrases or free
	since   INTEGER NOT NULL,
	request TEXT    NOT NULL  -- the last request that made accounts, so that a repeat makes none
) STRICT, WITHOUT ROWID;

CREATE TABLE group_members (
	group_id TEXT    NOT NULL REFERENCES player_groups (id),
	player   TEXT    NOT NULL REFERENCES players (id),
	role     TEXT    NOT NULL,
	since    INTEGER NOT NULL,
	PRIMARY KEY (group_id, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX group_members_by_player ON group_members (player);

-- The group that made the account and manages it; empty for accounts that belong
-- to their players.
ALTER TABLE players ADD COLUMN manager TEXT NOT NULL DEFAULT '';

-- Links by which people make accounts. Their tokens are never stored.
CREATE TABLE invitations (
	id       TEXT    NOT NULL PRIMARY KEY,
	hash     BLOB    NOT NULL UNIQUE,
	group_id TEXT    NOT NULL, -- empty if it is for no group
	role     TEXT    NOT NULL,
	maker    TEXT    NOT NULL, -- a player; empty for the operator at the machine
	since    INTEGER NOT NULL,
	ends     INTEGER NOT NULL,
	uses     INTEGER NOT NULL,
	used     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_by_group ON invitations (group_id);
CREATE INDEX invitations_by_maker ON invitations (maker) WHERE maker <> '';

-- What ends is noted, so that a backup that is restored does not revive it.
CREATE TRIGGER removed_group AFTER DELETE ON player_groups BEGIN
	INSERT INTO removals (kind, key) VALUES ('group', OLD.id);
END;
CREATE TRIGGER removed_leader AFTER DELETE ON group_members WHEN OLD.role = 'leader' BEGIN
	INSERT INTO removals (kind, key) VALUES ('leader', OLD.group_id || ':' || OLD.player);
END;
CREATE TRIGGER demoted_leader AFTER UPDATE OF role ON group_members WHEN OLD.role = 'leader' AND NEW.role <> 'leader' BEGIN
	INSERT INTO removals (kind, key) VALUES ('leader', OLD.group_id || ':' || OLD.player);
END;
CREATE TRIGGER removed_invitation AFTER DELETE ON invitations WHEN OLD.used < OLD.uses BEGIN
	INSERT INTO removals (kind, key) VALUES ('invitation', OLD.id);
END;
CREATE TRIGGER used_invitation AFTER UPDATE OF used ON invitations WHEN NEW.used >= NEW.uses BEGIN
	INSERT INTO removals (kind, key) VALUES ('invitation', OLD.id);
END;
