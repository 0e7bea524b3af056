-- Bots are accounts that programs play with, declared once. Barred players may not
-- play rated games.
ALTER TABLE players ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN barred INTEGER NOT NULL DEFAULT 0;

CREATE INDEX players_off_the_leaderboard ON players (id) WHERE bot = 1 OR barred = 1;
