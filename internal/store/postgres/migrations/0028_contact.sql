-- Who may reach the members of a group who sign in with cards: 'group' or 'everybody'.
ALTER TABLE player_groups ADD COLUMN contact TEXT COLLATE "C" NOT NULL DEFAULT 'group';

-- Who may ask a player to become friends: 'everybody' or 'nobody'.
ALTER TABLE players ADD COLUMN friend_requests TEXT COLLATE "C" NOT NULL DEFAULT 'everybody';

-- The audit log keeps what leaders did who were deleted since, but not the names that
-- they gave to their clubs.
UPDATE audit SET detail = '' WHERE detail <> '' AND actor IN (SELECT id FROM players WHERE name = '') AND action IN ('club-found', 'club-give', 'group-create', 'group-change', 'group-delete',
	'members-add', 'member-role', 'member-remove', 'card', 'card-revoke', 'hand-over', 'invite', 'invite-revoke');

CREATE FUNCTION remove_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE players SET friend_requests = 'everybody' WHERE id = NEW.id;
	UPDATE audit SET detail = '' WHERE actor = NEW.id AND detail <> '' AND action IN ('club-found', 'club-give', 'group-create', 'group-change', 'group-delete',
	'members-add', 'member-role', 'member-remove', 'card', 'card-revoke', 'hand-over', 'invite', 'invite-revoke');
	RETURN NULL;
END $$;
CREATE TRIGGER removed_contact AFTER UPDATE OF name ON players FOR EACH ROW
WHEN (OLD.name <> '' AND NEW.name = '') EXECUTE FUNCTION remove_contact();
