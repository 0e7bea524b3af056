package tournaments

import (
	"context"
	"errors"
	"maps"
	"strconv"
	"strings"
	"sync"
	"time"

	"plateau/internal/groups"
	"plateau/internal/play"
	"plateau/internal/play/live"
	"plateau/tournament"
)

// View is a tournament with what a transport shows of it.
type View struct {
	Head Head
	*tournament.Tournament
	// Memo belongs to this state of the tournament.
	Memo *live.Memo
	key  []byte
	// known are the tables in use, by board.
	known map[board]tableOfBoard
	// tables are all that belong to it, also of games that were aborted and played again.
	tables *sync.Map
}

func (s *Service) view(r *room) View {
	r.mu.Lock()
	defer r.mu.Unlock()
	return View{Head: r.head.HeadOf(r.t), Tournament: r.t, Memo: r.memo, key: r.head.Key, known: maps.Clone(r.known), tables: r.tables}
}

// Look shows a tournament to anybody who knows its id.
func (s *Service) Look(ctx context.Context, id play.TournamentID) (View, error) {
	r, err := s.load(ctx, id)
	if err != nil {
		return View{}, err
	}
	return s.view(r), nil
}

// LookByCode shows a tournament to an entrant with the code of a result slip.
func (s *Service) LookByCode(ctx context.Context, id play.TournamentID, code string) (View, *tournament.Entrant, error) {
	v, err := s.Look(ctx, id)
	if err != nil {
		return v, nil, err
	}
	e := entrantOf(v.key, v.Tournament, code)
	if e == nil {
		return View{}, nil, BadCode.Refuse("")
	}
	return v, e, nil
}

// Tables are the tables of a board, in the order in which they are played: those of
// the games so far.
func (v View) Tables(round int, g *tournament.Game) []play.TableID {
	r := v.Round(round)
	if r == nil || !v.IsOnline(g) || g.Result.Known() && !g.Result.Played() {
		return nil
	}
	b := board{r.Seq, g.Board}
	now, playing := v.known[b]
	games := now.number
	if g.Result.Known() {
		games, playing = gamesOf(g.Detail), false
	}
	var ids []play.TableID
	for number := range games {
		ids = append(ids, v.lastAttempt(b, number))
	}
	if playing {
		ids = append(ids, now.id)
	}
	return ids
}

// lastAttempt is the table of the last attempt at a game: those before it were aborted.
func (v View) lastAttempt(b board, number int) play.TableID {
	last := tableID(v.key, b, number, 0)
	for attempt := 1; attempt < mostAttempts; attempt++ {
		id := tableID(v.key, b, number, attempt)
		if _, opened := v.tables.Load(id); !opened {
			break
		}
		last = id
	}
	return last
}

// gamesOf is how many games a score such as 1½-½ is of. It has one point for each.
func gamesOf(detail string) int {
	halves := 0
	for _, part := range strings.Split(detail, "-") {
		whole, half := strings.CutSuffix(part, "½")
		if n, err := strconv.Atoi(whole); err == nil {
			halves += 2 * n
		}
		if half {
			halves++
		}
	}
	return max(1, halves/2)
}

// Codes are secrets of organisers: the code to join, and those of result slips by
// entrant.
type Codes struct {
	Join  string
	Slips []string
}

// Codes are for organisers.
func (s *Service) Codes(ctx context.Context, a groups.Actor, id play.TournamentID) (View, Codes, error) {
	r, err := s.organised(ctx, a, id)
	if err != nil {
		return View{}, Codes{}, err
	}
	v := s.view(r)
	codes := Codes{Join: joinCode(r.head.Key, v.Tournament)}
	for _, e := range v.Entrants {
		codes.Slips = append(codes.Slips, slipCode(r.head.Key, v.Tournament, e.Number))
	}
	return v, codes, nil
}

// Events are all events of a tournament, for organisers and programs.
func (s *Service) Events(ctx context.Context, id play.TournamentID, after uint64) ([]tournament.Event, error) {
	var all []tournament.Event
	for {
		page, err := s.Store.TournamentEvents(ctx, id, after, 1000)
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
		if len(page) < 1000 {
			return all, nil
		}
		after = page[len(page)-1].Seq
	}
}

// NextRound is when the next round starts by itself, if that is known.
func NextRound(t *tournament.Tournament) time.Time {
	last := t.Last()
	switch {
	case t.Finished || t.Form == tournament.Arena && last != nil:
		return time.Time{}
	case last == nil:
		return t.Start
	case t.TotalRounds() > 0 && len(t.Played) >= t.TotalRounds():
		return time.Time{}
	case t.Pace() > 0:
		return last.At.Add(t.Pace())
	}
	return time.Time{}
}

// OfTable finds the tournament of a table. The id of a tournament is the secret part
// of its link, so only those find it who take part or organise it, and everybody
// if it is listed, as long as the game goes on.
func (s *Service) OfTable(ctx context.Context, a groups.Actor, table play.TableID) (View, error) {
	s.mu.Lock()
	id, open := s.boards[table]
	s.mu.Unlock()
	if !open {
		var err error
		if id, err = s.Store.TournamentOf(ctx, table); errors.Is(err, ErrNoTournament) {
			return View{}, NoSuchTournament.Refuse("")
		} else if err != nil {
			return View{}, err
		}
	}
	v, err := s.Look(ctx, id)
	if err != nil {
		return View{}, err
	}
	organises, err := s.Organises(ctx, a, v.Head)
	if err != nil {
		return View{}, err
	}
	if organises || open && v.Listed || v.ByAccount(string(a.Player.ID)) != nil {
		return v, nil
	}
	return View{}, NoSuchTournament.Refuse("")
}
