package sqlstore

import (
	"context"
	"encoding/json"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/blocks"
)

// SetBlock implements [blocks.BlockStore].
func (s *Store) SetBlock(ctx context.Context, b blocks.Block, most int) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		others, err := w.count(ctx, `SELECT count(*) FROM blocks WHERE player = ? AND other <> ?`, b.By, b.Player)
		if err != nil {
			return err
		}
		if others >= most {
			return play.ErrTooMany
		}
		changed, err := w.Exec(ctx, `INSERT INTO blocks (player, other, kind, since)
			SELECT a.id, b.id, ?, ? FROM players a, players b WHERE a.id = ? AND a.name <> '' AND b.id = ? AND b.name <> ''
			ON CONFLICT (player, other) DO UPDATE SET kind = excluded.kind, since = excluded.since`,
			b.Kind, b.Since.UnixMilli(), b.By, b.Player)
		switch {
		case err == nil && changed == 0:
			return play.ErrNoPlayer
		case err != nil || b.Kind != blocks.Blocked:
			return err
		}
		return w.part(ctx, b.By, b.Player)
	})
}

// RemoveBlock implements [blocks.BlockStore].
func (s *Store) RemoveBlock(ctx context.Context, by, player play.PlayerID) error {
	_, err := s.change(ctx, `DELETE FROM blocks WHERE player = ? AND other = ?`, by, player)
	return err
}

const blockColumns = `SELECT blocks.player, blocks.other, blocks.kind, blocks.since, players.name FROM blocks
	JOIN players ON players.id = blocks.other `

// Blocks implements [blocks.BlockStore].
func (s *Store) Blocks(ctx context.Context, by play.PlayerID) ([]blocks.Block, error) {
	rows, err := s.db.QueryContext(ctx, blockColumns+`WHERE blocks.player = ? ORDER BY blocks.since DESC, blocks.other`, by)
	if err != nil {
		return nil, err
	}
	return scanBlocks(rows)
}

// Apart implements [blocks.BlockStore].
func (s *Store) Apart(ctx context.Context, player play.PlayerID) ([]play.PlayerID, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT other FROM blocks WHERE player = ?1 AND kind = 'block'
		UNION SELECT player FROM blocks WHERE other = ?1 AND kind = 'block'`, player)
	if err != nil {
		return nil, err
	}
	return scanIDs[play.PlayerID](rows)
}

// BlocksAmong implements [blocks.BlockStore].
func (s *Store) BlocksAmong(ctx context.Context, players ...play.PlayerID) ([]blocks.Block, error) {
	asked := make([][1]play.PlayerID, len(players))
	for i, player := range players {
		asked[i][0] = player
	}
	ids, err := json.Marshal(asked)
	if err != nil {
		return nil, err
	}
	// The cross joins look up each pair instead of scanning the table.
	rows, err := s.db.QueryContext(ctx, `SELECT blocks.player, blocks.other, blocks.kind, blocks.since, ''
		FROM `+s.db.Elements("?1")+` AS a CROSS JOIN `+s.db.Elements("?1")+` AS b
		CROSS JOIN blocks WHERE blocks.player = a.value ->> 0 AND blocks.other = b.value ->> 0 AND kind = 'block'`, string(ids))
	if err != nil {
		return nil, err
	}
	return scanBlocks(rows)
}

func scanBlocks(rows scanners) ([]blocks.Block, error) {
	defer rows.Close()
	var list []blocks.Block
	for rows.Next() {
		var b blocks.Block
		var since int64
		if err := rows.Scan(&b.By, &b.Player, &b.Kind, &since, &b.Name); err != nil {
			return nil, err
		}
		b.Since = time.UnixMilli(since).UTC()
		list = append(list, b)
	}
	return list, rows.Err()
}
