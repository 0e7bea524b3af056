// Package routes has the routes of what players have learnt.
package routes

import (
	"context"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/progress"
)

// What players learn is kept on their devices; an account brings the devices
// together.

type routes struct{ *route.Router }

// Register adds what players have learnt.
func Register(r *route.Router) {
	s := routes{r}
	route.Add(s.Router, route.ForAccount("mergeProgress", "PUT /me/progress",
		"Add what I have learnt on a device to what my account has; the answer is all of it, with the most stars of each"),
		route.Body(route.InSession(s.mergeProgress)))
	route.Add(s.Router, route.ForAccount("mergePuzzles", "PUT /me/puzzles",
		"Add the puzzles solved on a device to those of my account; the answer is all of them, with the streaks"),
		route.Body(route.InSession(s.mergePuzzles)))
}

func (s routes) mergeProgress(ctx context.Context, _ accounts.Access, in *route.BodyInput[api.Progress]) (api.Progress, error) {
	all, err := s.Accounts.MergeStars(ctx, route.PlayerOf(ctx), in.Body.Progress)
	return api.Progress{Progress: all}, err
}

func (s routes) mergePuzzles(ctx context.Context, _ accounts.Access, in *route.BodyInput[progress.PuzzleProgress]) (progress.PuzzleProgress, error) {
	return s.Accounts.MergePuzzles(ctx, route.PlayerOf(ctx), in.Body)
}
