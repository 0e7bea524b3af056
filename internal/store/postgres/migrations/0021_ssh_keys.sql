-- Keys with which players come in over SSH. Nothing but a hash is stored of the key
-- itself.
CREATE TABLE ssh_keys (
	id     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	player TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	hash   BYTEA            NOT NULL UNIQUE,
	kind   TEXT COLLATE "C" NOT NULL,
	label  TEXT COLLATE "C" NOT NULL,
	since  BIGINT           NOT NULL,
	used   BIGINT           NOT NULL -- to about an hour; 0 if never
);

CREATE INDEX ssh_keys_by_player ON ssh_keys (player, since);

CREATE TRIGGER removed_ssh_key AFTER DELETE ON ssh_keys FOR EACH ROW EXECUTE FUNCTION remove_id('ssh-key');
