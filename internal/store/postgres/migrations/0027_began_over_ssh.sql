-- Links for browsers that somebody asked for over SSH, and the sessions that began with
-- one: for a while these prove that their player has the SSH key.
ALTER TABLE signin_links ADD COLUMN over_ssh INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tokens ADD COLUMN over_ssh INTEGER NOT NULL DEFAULT 0;
