package online

import (
	"context"

	"plateau/internal/play"
)

// What players learn is kept on their devices; an account brings the devices
// together.

type (
	progressBody struct {
		Progress play.Stars `json:"progress" doc:"Stars, from 1 to 3, by area (lessons), game and name of the task"`
	}
)

func (s *server) registerProgress() {
	register(s, forPlayers("mergeProgress", "PUT /me/progress",
		"Add what I have learnt on a device to what my account has; the answer is all of it, with the most stars of each"),
		body(inSession(s.mergeProgress)))
}

func (s *server) mergeProgress(ctx context.Context, _ play.Access, in *bodyInput[progressBody]) (progressBody, error) {
	all, err := s.Accounts.MergeStars(ctx, playerFrom(ctx), in.Body.Progress)
	return progressBody{all}, err
}
