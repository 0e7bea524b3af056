package online

import (
	"context"

	"plateau/internal/accounts"
	"plateau/internal/api"
)

// What players learn is kept on their devices; an account brings the devices
// together.

func (s *server) registerProgress() {
	register(s, forPlayers("mergeProgress", "PUT /me/progress",
		"Add what I have learnt on a device to what my account has; the answer is all of it, with the most stars of each"),
		body(inSession(s.mergeProgress)))
}

func (s *server) mergeProgress(ctx context.Context, _ accounts.Access, in *bodyInput[api.Progress]) (api.Progress, error) {
	all, err := s.Accounts.MergeStars(ctx, playerFrom(ctx), in.Body.Progress)
	return api.Progress{Progress: all}, err
}
