-- What players with an account have solved, as JSON (play.PuzzleProgress).
CREATE TABLE puzzles (
	player   TEXT NOT NULL PRIMARY KEY REFERENCES players (id),
	progress TEXT NOT NULL
) STRICT, WITHOUT ROWID;
