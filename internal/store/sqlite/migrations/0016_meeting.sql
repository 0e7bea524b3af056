-- Friends, and requests to become one: player has asked other, and if it is
-- agreed, both are friends.
CREATE TABLE friends (
	player TEXT    NOT NULL REFERENCES players (id),
	other  TEXT    NOT NULL REFERENCES players (id),
	agreed INTEGER NOT NULL DEFAULT 0,
	since  INTEGER NOT NULL,
	PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX friends_by_other ON friends (other);

-- Challenges until they expire.
CREATE TABLE challenges (
	id     TEXT    NOT NULL PRIMARY KEY,
	player TEXT    NOT NULL REFERENCES players (id), -- who challenges
	other  TEXT    NOT NULL REFERENCES players (id),
	terms  TEXT    NOT NULL,
	sent   INTEGER NOT NULL,
	until  INTEGER NOT NULL,
	state  TEXT    NOT NULL, -- "pending", "accepted" or "declined"
	game   TEXT    NOT NULL DEFAULT '' -- the table of the game
) STRICT, WITHOUT ROWID;

CREATE INDEX challenges_by_player ON challenges (player);
CREATE INDEX challenges_by_other ON challenges (other);
CREATE INDEX challenges_by_until ON challenges (until);

-- Who may challenge a player: "everybody", "friends" or "nobody".
ALTER TABLE players ADD COLUMN challenges TEXT NOT NULL DEFAULT 'everybody';
