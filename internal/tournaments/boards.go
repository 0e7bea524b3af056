package tournaments

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"plateau/game"
	"plateau/internal/parallel"
	"plateau/internal/play"
	"plateau/tournament"
)

const (
	// pollEvery is how often all open boards are looked at, in case a server has
	// missed the end of a game.
	pollEvery = 15 * time.Second
	// mostGames and mostAttempts limit the games at a board: a knockout goes on
	// until somebody wins, and a game that was aborted is played again. After
	// that it is up to the organiser.
	mostGames    = 20
	mostAttempts = 5
	// together is how many boards of a tournament are looked at in parallel.
	together = 64
)

// tendBoards opens tables of online boards and enters the results of those that are
// over.
func (s *Service) tendBoards(ctx context.Context, r *room) error {
	t := r.now()
	if t.Place != tournament.Online && t.Place != tournament.Mixed || t.Newer {
		return nil
	}
	s.dissolveRemoved(ctx, r)
	if t.Finished {
		return nil
	}
	due := s.boardsToLookAt(r, t)
	defer r.announceTables()
	results, failed := s.tendAll(ctx, r, t, due)
	if len(results) == 0 {
		return failed
	}
	err := s.change(ctx, Request{ID: r.head.ID}, func(_ *room, t *tournament.Tournament) ([]tournament.Command, error) {
		var commands []tournament.Command
		for _, result := range results {
			commands = append(commands, result.commands(t)...)
		}
		return commands, nil
	})
	return errors.Join(err, failed)
}

// tendAll looks at boards, several at once, so that what they store is committed together.
func (s *Service) tendAll(ctx context.Context, r *room, t *tournament.Tournament, due []openBoard) ([]*boardResult, error) {
	found, errs := make([]*boardResult, len(due)), make([]error, len(due))
	err := parallel.For(ctx, together, len(due), func(_, i int) { found[i], errs[i] = s.tend(ctx, r, t, due[i]) })
	found = slices.DeleteFunc(found, func(result *boardResult) bool { return result == nil })
	return found, cmp.Or(err, errors.Join(errs...))
}

// openBoard is an online game without a result.
type openBoard struct {
	board
	round int
	game  tournament.Game
}

// boardsToLookAt are the open online boards: now and then all, otherwise those that
// are new or whose game has ended.
func (s *Service) boardsToLookAt(r *room, t *tournament.Tournament) []openBoard {
	now := s.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	all := now.Sub(r.polled) >= pollEvery || now.Before(r.polled)
	if all {
		r.polled = now
	}
	var boards []openBoard
	for round, g := range t.OpenGames() {
		b := openBoard{board{t.Round(round).Seq, g.Board}, round, *g}
		table, known := r.known[b.board]
		_, ended := r.ended[table.id]
		if t.IsOnline(g) && (all || !known || ended) {
			boards = append(boards, b)
		}
	}
	return boards
}

// boardResult is the result of a board, with those who did not show up.
type boardResult struct {
	openBoard
	result tournament.Result
	detail string
}

// commands enter the result, if the board is still there without one. Who does not
// come to a game of an arena is not paired again before returning.
func (b boardResult) commands(t *tournament.Tournament) []tournament.Command {
	r := t.Round(b.round)
	if t.Finished || r == nil || r.Seq != b.seq || r.Games[b.game.Board-1].Result.Known() {
		return nil
	}
	commands := []tournament.Command{tournament.Enter{Round: b.round, Board: b.game.Board, Result: b.result, Detail: b.detail}}
	if t.Form != tournament.Arena || b.result.Played() {
		return commands
	}
	first, second := b.result.Points()
	for number, points := range map[int]tournament.Points{b.game.First: first, b.game.Second: second} {
		if points == tournament.NoPoints && !t.Entrant(number).Withdrawn {
			commands = append(commands, tournament.Withdraw{Number: number})
		}
	}
	return commands
}

// tend looks at a board: it opens the next table, or returns the result if all games
// are over.
func (s *Service) tend(ctx context.Context, r *room, t *tournament.Tournament, b openBoard) (*boardResult, error) {
	var score [2]tournament.Points
	games := 1
	if t.MiniMatch() {
		games = 2
	}
	for number := range mostGames {
		sum, id, err := s.tableOf(ctx, r, b.board, number)
		switch {
		case err != nil:
			return nil, err
		case sum == nil:
			return s.open(ctx, r, t, b, id, number)
		case sum.Phase != play.Over:
			return nil, s.note(ctx, r, b.board, tableOfBoard{id, number})
		}
		first := number%2 == 0
		if absent := s.absence(t, b, sum, first); absent != "" && number == 0 {
			return &boardResult{b, absent, ""}, nil
		}
		addScore(&score, sum.Result, first)
		if number+1 < games || t.Form == tournament.Knockout && score[0] == score[1] {
			continue
		}
		return &boardResult{b, resultOf(score), detailOf(score, number+1)}, nil
	}
	return nil, nil //nolint:nilnil // It is up to the organiser.
}

// addScore adds the result of a game in which the first of the pair had the first
// side, or the second.
func addScore(score *[2]tournament.Points, result play.Result, first bool) {
	a, b := tournament.HalfPoint, tournament.HalfPoint
	switch result {
	case play.FirstWon:
		a, b = tournament.OnePoint, tournament.NoPoints
	case play.SecondWon:
		a, b = tournament.NoPoints, tournament.OnePoint
	}
	if !first {
		a, b = b, a
	}
	score[0] += a
	score[1] += b
}

func resultOf(score [2]tournament.Points) tournament.Result {
	switch {
	case score[0] > score[1]:
		return tournament.FirstWon
	case score[1] > score[0]:
		return tournament.SecondWon
	}
	return tournament.Drawn
}

// detailOf is the score of several games.
func detailOf(score [2]tournament.Points, games int) string {
	if games == 1 {
		return ""
	}
	return score[0].String() + "-" + score[1].String()
}

// absence is the result of a game in which a side has made no move in time; empty
// if there is none. A winner who is not here either has no point.
func (s *Service) absence(t *tournament.Tournament, b openBoard, sum *play.Summary, first bool) tournament.Result {
	if sum.Reason != game.Timeout.Code || sum.Plies >= len(sum.Sitters) {
		return ""
	}
	won := (sum.Result == play.FirstWon) == first
	winner, result := b.game.First, tournament.FirstCame
	if !won {
		winner, result = b.game.Second, tournament.SecondCame
	}
	if sum.Plies == 0 && slices.ContainsFunc(t.Entrant(winner).Players(), func(p string) bool { return !s.Presence.Connected(play.PlayerID(p)) }) {
		return tournament.NobodyCame
	}
	return result
}

// tableOf finds the table of a game; there is none yet if the summary is nil.
// Tables without a result were aborted, and are replaced.
func (s *Service) tableOf(ctx context.Context, r *room, b board, number int) (*play.Summary, play.TableID, error) {
	for attempt := range mostAttempts {
		id := tableID(r.head.Key, b, number, attempt)
		list, err := s.Store.Tables(ctx, play.TableQuery{Table: id, Limit: 1})
		if err != nil || len(list) == 0 {
			return nil, id, err
		}
		if list[0].Phase != play.Over || list[0].Result.Played() || attempt == mostAttempts-1 {
			return &list[0], id, nil
		}
	}
	return nil, "", errors.New("tournaments: no attempts")
}

// note remembers the table of a board, to notice its end, and in the store, so that
// those who sit there find the tournament.
func (s *Service) note(ctx context.Context, r *room, b board, table tableOfBoard) error {
	r.mu.Lock()
	known := r.known[b] == table
	r.mu.Unlock()
	if !known {
		if err := s.Store.KeepTableOf(ctx, r.head.ID, table.id); err != nil {
			return err
		}
		r.tables.Store(table.id, true)
	}
	r.mu.Lock()
	if r.known[b] != table {
		delete(r.ended, r.known[b].id)
		r.known[b], r.opened = table, true
	}
	r.mu.Unlock()
	s.mu.Lock()
	s.boards[table.id] = r.head.ID
	s.mu.Unlock()
	return nil
}

// open opens the table of a game, if games may begin: it is tried again until they may.
// Who was deleted cannot come any more.
func (s *Service) open(ctx context.Context, r *room, t *tournament.Tournament, b openBoard, id play.TableID, number int) (*boardResult, error) {
	first, gone1, err := s.players(ctx, t.Entrant(b.game.First))
	if err != nil {
		return nil, err
	}
	second, gone2, err := s.players(ctx, t.Entrant(b.game.Second))
	if err != nil {
		return nil, err
	}
	if gone1 || gone2 {
		result := map[[2]bool]tournament.Result{
			{true, false}: tournament.SecondCame, {false, true}: tournament.FirstCame, {true, true}: tournament.NobodyCame,
		}[[2]bool{gone1, gone2}]
		return &boardResult{b, result, ""}, nil
	}
	if err := s.Tables.RefuseGame(ctx); play.Refused(err) {
		return nil, nil //nolint:nilnil // There is neither a table nor a result.
	} else if err != nil {
		return nil, err
	}
	// It is noted before it is open, so that its end cannot be missed.
	if err := s.note(ctx, r, b.board, tableOfBoard{id, number}); err != nil {
		return nil, err
	}
	_, err = s.Tables.OpenFor(ctx, id, termsOf(t, number, append(first, second...)), alternate(first, second)...)
	if errors.Is(err, play.ErrConflict) {
		err = nil // Another server was faster.
	}
	if play.Refused(err) {
		s.Log.Error("cannot open a table of a tournament", "tournament", r.head.ID.Short(), "error", err)
		err = nil
	}
	return nil, err
}

// players are those of an entrant; gone means that one was deleted.
func (s *Service) players(ctx context.Context, e *tournament.Entrant) (list []play.Player, gone bool, err error) {
	for _, id := range e.Players() {
		p, err := s.Store.Player(ctx, play.PlayerID(id))
		if errors.Is(err, play.ErrNoPlayer) || err == nil && p.Name == "" {
			return nil, true, nil
		}
		if err != nil {
			return nil, false, err
		}
		list = append(list, p)
	}
	return list, false, nil
}

// alternate seats the players of two sides: chairs 1 and 3 are those of the first.
func alternate(first, second []play.Player) []play.Player {
	var all []play.Player
	for i := range first {
		all = append(all, first[i], second[i])
	}
	return all
}

// termsOf are the terms of a game. Sides change from game to game of a board.
func termsOf(t *tournament.Tournament, number int, players []play.Player) play.Terms {
	side := play.FirstParty
	if number%2 == 1 {
		side = play.SecondParty
	}
	return play.Terms{
		Game: t.Game, FirstSide: side, Begins: side, Spectators: true, Tournament: true, Grace: play.Millis(min(t.Grace, tournament.MaxGrace)),
		Time:  play.Time{Main: play.Millis(t.Clock.Main), Increment: play.Millis(t.Clock.Increment), Days: t.Clock.Days},
		Rated: t.Rated && !slices.ContainsFunc(players, func(p play.Player) bool { return !p.Registered || p.Barred }),
	}
}

// dissolveRemoved closes tables of pairings that were removed, and of games whose
// result was entered by hand.
func (s *Service) dissolveRemoved(ctx context.Context, r *room) {
	r.mu.Lock()
	t, removed := r.t, r.removed
	r.removed = nil
	r.mu.Unlock()
	for _, p := range removed {
		for _, g := range p.games {
			if b := (board{p.seq, g.Board}); !openGame(t, b) {
				s.dissolve(ctx, r, b)
			}
		}
	}
}

// openGame reports whether a board is still there without a result.
func openGame(t *tournament.Tournament, b board) bool {
	for i := range t.Played {
		if r := &t.Played[i]; r.Seq == b.seq {
			return b.board <= len(r.Games) && !r.Games[b.board-1].Result.Known()
		}
	}
	return false
}

func (s *Service) dissolve(ctx context.Context, r *room, b board) {
	for number := range mostGames {
		sum, id, err := s.tableOf(ctx, r, b, number)
		if err != nil || sum == nil {
			break
		}
		if sum.Phase == play.Over {
			continue
		}
		if err := s.Tables.Dissolve(ctx, id); err != nil && !play.Refused(err) {
			if ctx.Err() == nil {
				s.Log.Error("cannot close a table of a tournament", "tournament", r.head.ID.Short(), "error", err)
			}
			r.mu.Lock()
			r.removed = append(r.removed, pairing{b.seq, []tournament.Game{{Board: b.board}}})
			r.mu.Unlock()
			return
		}
	}
	r.mu.Lock()
	table := r.known[b].id
	delete(r.known, b)
	delete(r.ended, table)
	r.mu.Unlock()
	s.mu.Lock()
	delete(s.boards, table)
	s.mu.Unlock()
}
