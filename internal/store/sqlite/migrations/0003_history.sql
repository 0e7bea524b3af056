-- Finished games are listed by time, of all games or of one. The phase is part
-- of both indices so that they are preferred to that of the lobby.
CREATE INDEX tables_over ON tables (phase, entered DESC, id) WHERE phase = 3;
CREATE INDEX tables_over_by_game ON tables (phase, game, entered DESC, id) WHERE phase = 3;
