-- Players are erased without a look at everybody's ratings and reports.
CREATE INDEX ratings_by_player ON ratings (player);
CREATE INDEX reports_by_closer ON reports (closed_by) WHERE closed_by <> '';
