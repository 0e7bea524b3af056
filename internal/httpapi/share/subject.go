package share

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plateau/game"
	"plateau/internal/bridge"
	"plateau/internal/play"
	"plateau/puzzles"
)

// subject is what an address is about, in the language of a request.
type subject struct {
	texts
	// page is the address of the app that shows it, and path the one that is
	// shared, without its ending.
	page, path string
	query      url.Values
	// match is nil if there is nothing to see.
	match *game.Match
	// ply is the position that the picture shows.
	ply int
	// over, title and lines are what is written beside the board.
	over, title string
	lines       []string
	// result is how the game ended.
	result string
	// lasting subjects never change; others have a version.
	lasting bool
	version string
}

// table is a table as a stranger with its link sees it.
func (s *server) table(r *http.Request, name string) (*subject, error) {
	found := &subject{texts: s.textsOf(r), page: "/#/table/" + url.PathEscape(name), path: "/t/" + url.PathEscape(name)}
	if s.Table == nil {
		return found, errNothing
	}
	t, err := s.Table(r.Context(), play.TableID(name))
	if refused, ok := errors.AsType[*game.Refusal](err); ok && refused.Ground == play.NoSpectators {
		found.title = found.Text("terminal.link.private")
		return found, nil
	}
	if err != nil {
		return found, err
	}
	found.describeTable(t)
	return found, nil
}

// describeTable says who sits at a table, and how far their game is.
func (f *subject) describeTable(t *play.Table) {
	f.over, f.version = f.Game(t.Game), strconv.FormatUint(t.Seq, 10)
	f.match = t.Match()
	names := make([]string, len(t.Sitters))
	for i, sitter := range t.Sitters {
		names[i] = f.sitterName(sitter)
	}
	f.title = cmp.Or(f.Players(t.Game, names), f.over)
	switch t.Phase {
	case play.Running:
		f.lines = []string{f.terms(t.Terms), f.Text("terminal.soFar", "n", t.Plies())}
	case play.Over:
		f.lasting = true
		f.result = f.tableResult(t, names)
		f.lines = []string{f.result}
	default:
		f.match = game.MatchFrom(t.Game.Start(t.Game.Openers()[0]), nil)
		f.title = cmp.Or(strings.Join(nonEmpty(names), ", "), f.over)
		f.lines = []string{f.Text("terminal.link.invitation"), f.terms(t.Terms)}
	}
	if f.match != nil {
		f.ply = f.match.Plies()
	}
}

// game is a game or a position in a query, for a page of the app.
func (s *server) game(page string) find {
	return func(r *http.Request, name string) (*subject, error) {
		query := r.URL.Query()
		query.Del("l")
		found := &subject{texts: s.textsOf(r), query: query, lasting: true}
		if page == "play" {
			target := maps.Clone(query)
			target.Set("game", name)
			found.page, found.path = "/#/play?"+target.Encode(), "/g/"+url.PathEscape(name)
		} else {
			found.page, found.path = "/#/analyse/"+url.PathEscape(name)+"?"+query.Encode(), "/a/"+url.PathEscape(name)
		}
		text, err := matchText(name, query)
		if err != nil {
			return found, err
		}
		if found.match, err = s.bridge.Replay(text); err != nil {
			return found, err
		}
		found.describeGame(query.Get("ply"))
		return found, nil
	}
}

// describeGame says who plays, and how it ended or whose turn it is.
func (f *subject) describeGame(ply string) {
	g := f.match.Game()
	f.over = f.Game(g)
	f.title = cmp.Or(f.Players(g, f.match.Players()), f.over)
	f.ply = f.match.Plies()
	if n, err := strconv.Atoi(ply); err == nil && n >= 0 && n < f.ply {
		f.ply = n
	}
	verdict := f.match.Verdict()
	f.result = f.Verdict(g, f.match.Players(), verdict)
	now := f.match.PositionAfter(f.ply)
	switch {
	case f.ply == f.match.Plies() && verdict.Outcome.Over():
		f.lines = []string{f.result}
	case f.match.Plies() == 0:
		f.lines = []string{f.ToMove(now)}
	default:
		f.lines = []string{f.Text("play.load.moves", "n", f.match.Plies()), f.ToMove(now)}
	}
}

// puzzle is one of ours.
func (s *server) puzzle(r *http.Request, name string) (*subject, error) {
	id := r.PathValue("game")
	where := url.PathEscape(id) + "/" + url.PathEscape(name)
	found := &subject{texts: s.textsOf(r), page: "/#/puzzle/" + where, path: "/p/" + where, lasting: true}
	entry, err := s.Games.Find(id)
	if err != nil {
		return found, err
	}
	for i, p := range entry.Puzzles.All() {
		if p.ID != name {
			continue
		}
		position, err := entry.Game.Parse(p.Position)
		if err != nil {
			return found, err
		}
		found.match = game.MatchFrom(position, nil)
		found.title = found.Text("puzzles.heading", "game", found.Game(entry.Game), "number", i+1)
		found.lines = []string{found.goal(p, position), found.Text("puzzles.grade", "grade", p.Grade)}
		return found, nil
	}
	return found, errNothing
}

// goal is what a puzzle asks for.
func (f *subject) goal(p puzzles.Puzzle, position game.Position) string {
	seat := f.Side(position.Game(), position.ToMove())
	switch p.Goal {
	case puzzles.ToWin:
		return f.Text("puzzles.goalWin", "seat", seat, "n", p.Turns)
	case puzzles.ToDraw:
		return f.Text("puzzles.goalDraw", "seat", seat)
	default:
		return f.Text("puzzles.goalOnly", "seat", seat)
	}
}

// matchText reads a game as web/src/match/links.ts writes it.
func matchText(id string, query url.Values) (bridge.MatchText, error) {
	m := bridge.MatchText{Game: id, Start: query.Get("start"), Swapped: query.Get("colours") == "swapped"}
	m.Moves = nonEmpty(strings.Split(query.Get("moves"), "_"))
	if names := query.Get("names"); names != "" {
		for name := range strings.SplitSeq(names, "_") {
			m.Players = append(m.Players, strings.NewReplacer("~~", "~", "~u", "_").Replace(name))
		}
	}
	if end := query.Get("end"); end != "" {
		dash := max(strings.LastIndexByte(end, '-'), 0)
		seat, err := strconv.Atoi(strings.TrimPrefix(end[dash:], "-"))
		if err != nil {
			return m, bridge.BadClosing.Refuse(end)
		}
		m.Closing = &bridge.Closing{How: end[:dash], Seat: seat}
	}
	return m, nil
}

func nonEmpty(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(text string) bool { return text == "" })
}
