package online

import (
	"context"

	"plateau/internal/accounts"
	"plateau/internal/progress"
)

func (s *server) registerPuzzles() {
	register(s, forPlayers("mergePuzzles", "PUT /me/puzzles",
		"Add the puzzles solved on a device to those of my account; the answer is all of them, with the streaks"),
		body(inSession(s.mergePuzzles)))
}

func (s *server) mergePuzzles(ctx context.Context, _ accounts.Access, in *bodyInput[progress.PuzzleProgress]) (progress.PuzzleProgress, error) {
	return s.Accounts.MergePuzzles(ctx, playerFrom(ctx), in.Body)
}
