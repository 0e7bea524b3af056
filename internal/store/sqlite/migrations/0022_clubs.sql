-- Clubs that players found. Empty for groups that administrators made.
ALTER TABLE player_groups ADD COLUMN owner TEXT NOT NULL DEFAULT '';

CREATE INDEX player_groups_by_owner ON player_groups (owner) WHERE owner <> '';

-- The club of a deleted owner goes to the leader who has been a member for longest.
-- Without another leader it is dissolved.
CREATE TRIGGER removed_owner AFTER UPDATE OF name ON players WHEN OLD.name <> '' AND NEW.name = '' BEGIN
	UPDATE player_groups SET owner = (SELECT player FROM group_members
		WHERE group_id = player_groups.id AND role = 'leader' AND player <> OLD.id ORDER BY since, player LIMIT 1)
	WHERE owner = OLD.id AND EXISTS (SELECT 1 FROM group_members
		WHERE group_id = player_groups.id AND role = 'leader' AND player <> OLD.id);
	DELETE FROM invitations WHERE group_id IN (SELECT id FROM player_groups WHERE owner = OLD.id);
	DELETE FROM group_members WHERE group_id IN (SELECT id FROM player_groups WHERE owner = OLD.id);
	DELETE FROM player_groups WHERE owner = OLD.id;
END;
