package sqlstore

import (
	"context"

	"plateau/internal/play"
	"plateau/internal/play/blocks"
)

// SetBlock implements [blocks.BlockStore].
func (s *Store) SetBlock(ctx context.Context, b blocks.Block, most int) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		const others = `SELECT count(*) FROM blocks WHERE player = ? AND other <> ?`
		if err := w.fewer(ctx, most, play.ErrTooMany, others, b.By, b.Player); err != nil {
			return err
		}
		err := w.changeOr(ctx, play.ErrNoPlayer, `INSERT INTO blocks (player, other, kind, since)
			SELECT a.id, b.id, ?, ? FROM players a, players b WHERE a.id = ? AND a.name <> '' AND b.id = ? AND b.name <> ''
			ON CONFLICT (player, other) DO UPDATE SET kind = excluded.kind, since = excluded.since`,
			b.Kind, b.Since.UnixMilli(), b.By, b.Player)
		if err != nil || b.Kind != blocks.Blocked {
			return err
		}
		return w.part(ctx, b.By, b.Player)
	})
}

// RemoveBlock implements [blocks.BlockStore].
func (s *Store) RemoveBlock(ctx context.Context, by, player play.PlayerID) error {
	return s.run(ctx, `DELETE FROM blocks WHERE player = ? AND other = ?`, by, player)
}

const blockColumns = `SELECT blocks.player, blocks.other, blocks.kind, blocks.since, players.name FROM blocks
	JOIN players ON players.id = blocks.other `

// Blocks implements [blocks.BlockStore].
func (s *Store) Blocks(ctx context.Context, by play.PlayerID) ([]blocks.Block, error) {
	return list(ctx, s, scanBlock, blockColumns+`WHERE blocks.player = ? ORDER BY blocks.since DESC, blocks.other`, by)
}

// Apart implements [blocks.BlockStore].
func (s *Store) Apart(ctx context.Context, player play.PlayerID) ([]play.PlayerID, error) {
	return list(ctx, s, value[play.PlayerID], `SELECT other FROM blocks WHERE player = ?1 AND kind = 'block'
		UNION SELECT player FROM blocks WHERE other = ?1 AND kind = 'block'`, player)
}

// BlocksAmong implements [blocks.BlockStore].
func (s *Store) BlocksAmong(ctx context.Context, players ...play.PlayerID) ([]blocks.Block, error) {
	// The cross joins look up each pair instead of scanning the table.
	return list(ctx, s, scanBlock, `SELECT blocks.player, blocks.other, blocks.kind, blocks.since, ''
		FROM `+s.db.Elements("?1")+` AS a CROSS JOIN `+s.db.Elements("?1")+` AS b
		CROSS JOIN blocks WHERE blocks.player = a.value ->> 0 AND blocks.other = b.value ->> 0 AND kind = 'block'`, elements(players))
}

func scanBlock(row scanner) (b blocks.Block, err error) {
	err = row.Scan(&b.By, &b.Player, &b.Kind, at(&b.Since), &b.Name)
	return b, err
}
