-- How well players with an account did what they have learnt: up to three stars.
CREATE TABLE stars (
	player TEXT    NOT NULL REFERENCES players (id),
	area   TEXT    NOT NULL, -- such as "lessons"
	game   TEXT    NOT NULL,
	item   TEXT    NOT NULL, -- the name of a task
	stars  INTEGER NOT NULL,
	PRIMARY KEY (player, area, game, item)
) STRICT, WITHOUT ROWID;
