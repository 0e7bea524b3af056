-- Everything that SQLite's migrations have made by their nineteenth; from here on
-- both engines have a migration of each number. What the columns mean is said there.
-- Truth is 0 or 1, time is milliseconds since 1970, texts are compared byte by byte.

CREATE TABLE events (
	table_id TEXT COLLATE "C" NOT NULL,
	seq      BIGINT           NOT NULL,
	at       BIGINT           NOT NULL,
	kind     TEXT COLLATE "C" NOT NULL,
	player   TEXT COLLATE "C" NOT NULL,
	request  TEXT COLLATE "C",
	body     TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (table_id, seq)
);
CREATE UNIQUE INDEX events_by_request ON events (player, request) WHERE request IS NOT NULL;
CREATE INDEX events_by_player ON events (player) WHERE kind IN ('opened', 'sat', 'said');

CREATE TABLE tables (
	id      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	phase   INTEGER          NOT NULL,
	game    TEXT COLLATE "C" NOT NULL,
	listed  INTEGER          NOT NULL,
	entered BIGINT           NOT NULL,
	summary TEXT COLLATE "C" NOT NULL,
	host    TEXT COLLATE "C" NOT NULL,
	public  INTEGER          NOT NULL,
	played  INTEGER          NOT NULL
);
CREATE INDEX tables_by_phase ON tables (phase, listed, entered DESC, id);
CREATE INDEX tables_over ON tables (entered DESC, id) WHERE phase = 3;
CREATE INDEX tables_over_by_game ON tables (game, entered DESC, id) WHERE phase = 3;
CREATE INDEX tables_public ON tables (entered DESC, id) WHERE phase = 3 AND public = 1 AND played = 1;
CREATE INDEX tables_public_by_game ON tables (game, entered DESC, id) WHERE phase = 3 AND public = 1 AND played = 1;
CREATE INDEX tables_unfinished ON tables (host, entered DESC, id) WHERE phase < 3;

-- Every move changes a row. There is room for its next version on the same page,
-- so that no index is written.
CREATE TABLE progress (
	table_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	seq      BIGINT           NOT NULL,
	plies    INTEGER          NOT NULL,
	to_move  INTEGER,
	due      BIGINT
) WITH (fillfactor = 50);
CREATE INDEX progress_due ON progress (due) WHERE due IS NOT NULL;

CREATE TABLE sitters (
	player   TEXT COLLATE "C" NOT NULL,
	table_id TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (player, table_id)
);
CREATE INDEX sitters_by_table ON sitters (table_id);

CREATE TABLE players (
	id              TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	name            TEXT COLLATE "C" NOT NULL,
	registered      INTEGER          NOT NULL,
	since           BIGINT           NOT NULL,
	administrator   INTEGER          NOT NULL DEFAULT 0,
	suspended_until BIGINT           NOT NULL DEFAULT 0,
	bot             INTEGER          NOT NULL DEFAULT 0,
	barred          INTEGER          NOT NULL DEFAULT 0,
	challenges      TEXT COLLATE "C" NOT NULL DEFAULT 'everybody',
	manager         TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX players_by_since ON players (since DESC, id) WHERE name <> '';
CREATE INDEX players_off_the_leaderboard ON players (id) WHERE bot = 1 OR barred = 1;

CREATE TABLE tokens (
	hash   BYTEA            NOT NULL PRIMARY KEY,
	id     TEXT COLLATE "C" NOT NULL,
	player TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	kind   TEXT COLLATE "C" NOT NULL,
	label  TEXT COLLATE "C" NOT NULL,
	since  BIGINT           NOT NULL,
	used   BIGINT           NOT NULL,
	until  BIGINT           NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX tokens_by_player ON tokens (player, id);

CREATE TABLE ratings (
	game       TEXT COLLATE "C" NOT NULL,
	player     TEXT COLLATE "C" NOT NULL,
	value      DOUBLE PRECISION NOT NULL,
	deviation  DOUBLE PRECISION NOT NULL,
	volatility DOUBLE PRECISION NOT NULL,
	since      BIGINT           NOT NULL,
	games      BIGINT           NOT NULL,
	PRIMARY KEY (game, player)
);
CREATE INDEX ratings_by_value ON ratings (game, value DESC, player);

CREATE TABLE heartbeat (
	one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	at  BIGINT  NOT NULL
);

CREATE TABLE downtimes (
	began BIGINT NOT NULL,
	ended BIGINT NOT NULL PRIMARY KEY
);

CREATE TABLE accounts (
	player   TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id),
	name_key TEXT COLLATE "C" NOT NULL UNIQUE,
	password TEXT COLLATE "C" NOT NULL
);

CREATE TABLE passkeys (
	id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	player     TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	label      TEXT COLLATE "C" NOT NULL,
	since      BIGINT           NOT NULL,
	credential TEXT COLLATE "C" NOT NULL
);
CREATE INDEX passkeys_by_player ON passkeys (player, since);

CREATE TABLE push_devices (
	id       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	player   TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	session  TEXT COLLATE "C" NOT NULL,
	endpoint TEXT COLLATE "C" NOT NULL UNIQUE,
	key      BYTEA            NOT NULL,
	secret   BYTEA            NOT NULL,
	label    TEXT COLLATE "C" NOT NULL,
	since    BIGINT           NOT NULL,
	used     BIGINT           NOT NULL
);
CREATE INDEX push_devices_by_player ON push_devices (player, since, id);
CREATE INDEX push_devices_by_use ON push_devices (used);

CREATE TABLE push_key (
	one     INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	private BYTEA   NOT NULL
);

CREATE TABLE held_names (
	name_hash BYTEA            NOT NULL PRIMARY KEY,
	player    TEXT COLLATE "C" NOT NULL,
	until     BIGINT           NOT NULL
);
CREATE INDEX held_names_by_player ON held_names (player);

CREATE TABLE name_keys (
	one     INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	version BIGINT  NOT NULL
);

CREATE TABLE recovery_codes (
	hash   BYTEA            NOT NULL PRIMARY KEY,
	player TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	since  BIGINT           NOT NULL
);
CREATE INDEX recovery_codes_by_player ON recovery_codes (player);

CREATE TABLE puzzles (
	player   TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id),
	progress TEXT COLLATE "C" NOT NULL
);

CREATE TABLE stars (
	player TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	area   TEXT COLLATE "C" NOT NULL,
	game   TEXT COLLATE "C" NOT NULL,
	item   TEXT COLLATE "C" NOT NULL,
	stars  INTEGER          NOT NULL,
	PRIMARY KEY (player, area, game, item)
);

CREATE TABLE signin_links (
	hash   BYTEA            NOT NULL PRIMARY KEY,
	player TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	once   INTEGER          NOT NULL,
	since  BIGINT           NOT NULL,
	ends   BIGINT           NOT NULL
);
CREATE INDEX signin_links_by_player ON signin_links (player);

CREATE TABLE announcement (
	one   INTEGER          NOT NULL PRIMARY KEY CHECK (one = 1),
	text  TEXT COLLATE "C" NOT NULL,
	since BIGINT           NOT NULL,
	ends  BIGINT           NOT NULL
);

CREATE TABLE audit (
	seq      BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	at       BIGINT           NOT NULL,
	actor    TEXT COLLATE "C" NOT NULL,
	action   TEXT COLLATE "C" NOT NULL,
	player   TEXT COLLATE "C" NOT NULL,
	table_id TEXT COLLATE "C" NOT NULL,
	detail   TEXT COLLATE "C" NOT NULL
);
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_player ON audit (player) WHERE player <> '';

CREATE TABLE secrets (
	name  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	value BYTEA            NOT NULL
);

CREATE TABLE blocks (
	player TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	other  TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	kind   TEXT COLLATE "C" NOT NULL,
	since  BIGINT           NOT NULL,
	PRIMARY KEY (player, other)
);
CREATE INDEX blocks_by_other ON blocks (other);

CREATE TABLE friends (
	player TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	other  TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	agreed INTEGER          NOT NULL DEFAULT 0,
	since  BIGINT           NOT NULL,
	PRIMARY KEY (player, other)
);
CREATE INDEX friends_by_other ON friends (other);

CREATE TABLE challenges (
	id     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	player TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	other  TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	terms  TEXT COLLATE "C" NOT NULL,
	sent   BIGINT           NOT NULL,
	until  BIGINT           NOT NULL,
	state  TEXT COLLATE "C" NOT NULL,
	game   TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX challenges_by_player ON challenges (player);
CREATE INDEX challenges_by_other ON challenges (other);
CREATE INDEX challenges_by_until ON challenges (until);

CREATE TABLE player_groups (
	id      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	name    TEXT COLLATE "C" NOT NULL,
	chat    TEXT COLLATE "C" NOT NULL,
	since   BIGINT           NOT NULL,
	request TEXT COLLATE "C" NOT NULL
);

CREATE TABLE group_members (
	group_id TEXT COLLATE "C" NOT NULL REFERENCES player_groups (id),
	player   TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	role     TEXT COLLATE "C" NOT NULL,
	since    BIGINT           NOT NULL,
	PRIMARY KEY (group_id, player)
);
CREATE INDEX group_members_by_player ON group_members (player);

CREATE TABLE invitations (
	id       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	hash     BYTEA            NOT NULL UNIQUE,
	group_id TEXT COLLATE "C" NOT NULL,
	role     TEXT COLLATE "C" NOT NULL,
	maker    TEXT COLLATE "C" NOT NULL,
	since    BIGINT           NOT NULL,
	ends     BIGINT           NOT NULL,
	uses     BIGINT           NOT NULL,
	used     BIGINT           NOT NULL
);
CREATE INDEX invitations_by_group ON invitations (group_id);
CREATE INDEX invitations_by_maker ON invitations (maker) WHERE maker <> '';

CREATE TABLE reports (
	seq       BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	at        BIGINT           NOT NULL,
	reporter  TEXT COLLATE "C" NOT NULL,
	player    TEXT COLLATE "C" NOT NULL REFERENCES players (id),
	reason    TEXT COLLATE "C" NOT NULL,
	text      TEXT COLLATE "C" NOT NULL,
	table_id  TEXT COLLATE "C" NOT NULL,
	message   BIGINT           NOT NULL,
	closed    BIGINT           NOT NULL,
	closed_by TEXT COLLATE "C" NOT NULL,
	note      TEXT COLLATE "C" NOT NULL
);
CREATE INDEX reports_by_player ON reports (player, seq);
CREATE INDEX reports_by_reporter ON reports (reporter, seq);
CREATE INDEX reports_open ON reports (seq) WHERE closed = 0;
CREATE INDEX reports_closed ON reports (closed) WHERE closed > 0;

CREATE TABLE shared (
	key   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	value BYTEA            NOT NULL,
	until BIGINT
);
CREATE INDEX shared_until ON shared (until) WHERE until IS NOT NULL;

-- What was deleted or revoked and is not yet in the list of a server. The server
-- whose transaction it was lists it, or any other after a while.
CREATE TABLE removals (
	seq         BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	kind        TEXT COLLATE "C" NOT NULL,
	key         TEXT COLLATE "C" NOT NULL,
	xact        XID8             NOT NULL DEFAULT pg_current_xact_id(),
	at          TIMESTAMPTZ      NOT NULL DEFAULT clock_timestamp()
);

INSERT INTO secrets (name, value) VALUES ('database', decode(replace(gen_random_uuid()::text, '-', ''), 'hex'));

-- The transaction also learns that it has something to list.
CREATE FUNCTION note_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('plateau.removed', NEW.xact::text, true);
	RETURN NEW;
END $$;
CREATE TRIGGER removals_noted AFTER INSERT ON removals FOR EACH ROW EXECUTE FUNCTION note_removed();

CREATE FUNCTION remove_hash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO removals (kind, key) VALUES (TG_ARGV[0], encode(OLD.hash, 'hex'));
	RETURN NULL;
END $$;
CREATE FUNCTION remove_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO removals (kind, key) VALUES (TG_ARGV[0], OLD.id);
	RETURN NULL;
END $$;
CREATE FUNCTION remove_leader() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO removals (kind, key) VALUES ('leader', OLD.group_id || ':' || OLD.player);
	RETURN NULL;
END $$;
CREATE FUNCTION end_push_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM push_devices WHERE player = OLD.player AND session = OLD.id;
	RETURN NULL;
END $$;
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit log cannot be changed';
END $$;

CREATE TRIGGER push_devices_end AFTER DELETE ON tokens FOR EACH ROW EXECUTE FUNCTION end_push_devices();
CREATE TRIGGER audit_is_final BEFORE UPDATE ON audit FOR EACH ROW
WHEN (NEW.detail <> '' OR NEW.seq <> OLD.seq OR NEW.at <> OLD.at OR NEW.actor <> OLD.actor
	OR NEW.action <> OLD.action OR NEW.player <> OLD.player OR NEW.table_id <> OLD.table_id)
EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER removed_access AFTER DELETE ON tokens FOR EACH ROW EXECUTE FUNCTION remove_hash('access');
CREATE TRIGGER removed_link AFTER DELETE ON signin_links FOR EACH ROW EXECUTE FUNCTION remove_hash('link');
CREATE TRIGGER removed_code AFTER DELETE ON recovery_codes FOR EACH ROW EXECUTE FUNCTION remove_hash('code');
CREATE TRIGGER removed_passkey AFTER DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION remove_id('passkey');
CREATE TRIGGER removed_player AFTER UPDATE OF name ON players FOR EACH ROW
WHEN (OLD.name <> '' AND NEW.name = '') EXECUTE FUNCTION remove_id('player');
CREATE TRIGGER removed_administrator AFTER UPDATE OF administrator ON players FOR EACH ROW
WHEN (OLD.administrator = 1 AND NEW.administrator = 0) EXECUTE FUNCTION remove_id('administrator');
CREATE TRIGGER removed_group AFTER DELETE ON player_groups FOR EACH ROW EXECUTE FUNCTION remove_id('group');
CREATE TRIGGER removed_leader AFTER DELETE ON group_members FOR EACH ROW
WHEN (OLD.role = 'leader') EXECUTE FUNCTION remove_leader();
CREATE TRIGGER demoted_leader AFTER UPDATE OF role ON group_members FOR EACH ROW
WHEN (OLD.role = 'leader' AND NEW.role <> 'leader') EXECUTE FUNCTION remove_leader();
CREATE TRIGGER removed_invitation AFTER DELETE ON invitations FOR EACH ROW
WHEN (OLD.used < OLD.uses) EXECUTE FUNCTION remove_id('invitation');
CREATE TRIGGER used_invitation AFTER UPDATE OF used ON invitations FOR EACH ROW
WHEN (NEW.used >= NEW.uses) EXECUTE FUNCTION remove_id('invitation');
