-- Codes by which the owner of an account gets in without password or passkey. Each
-- works once.
CREATE TABLE recovery_codes (
	hash   BLOB    NOT NULL PRIMARY KEY,
	player TEXT    NOT NULL REFERENCES players (id),
	since  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX recovery_codes_by_player ON recovery_codes (player);

-- When a token ends, in milliseconds since 1970; 0 if it does not end by itself.
ALTER TABLE tokens ADD COLUMN until INTEGER NOT NULL DEFAULT 0;
