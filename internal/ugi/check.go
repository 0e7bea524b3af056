package ugi

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"plateau/game"
)

// State says how a check ended.
type State string

// The states: right, wrong, or worth knowing.
const (
	Right State = "ok"
	Wrong State = "wrong"
	Note  State = "note"
)

// Finding is the result of one check.
type Finding struct {
	Check  string `json:"check"`
	State  State  `json:"state"`
	Detail string `json:"detail"`
}

// Checker tries out an engine.
type Checker struct {
	Command Command
	// Games are those that are tried, if the engine plays them.
	Games game.List
	// MoveTime is its time for each move.
	MoveTime time.Duration
	// Seed decides the moves of its opponents.
	Seed uint64
	// Report is called for every finding.
	Report func(Finding)

	engine *Engine
	wrong  int
}

// Run tries out the engine, and returns how many checks found something wrong.
// Its error is that of the context.
func (c *Checker) Run(ctx context.Context) (wrong int, err error) {
	steps := []struct {
		name  string
		check func(ctx context.Context) (note string, err error)
	}{
		{"ugi: introduces itself and says ugiok", c.introduces},
		{"ignores commands that it does not know", c.ignores},
		{"go with clocks", c.clocks},
		{"stop ends go infinite", c.stops},
		{"answers go once", c.answersOnce},
		{"query", c.queries},
		{"quit ends it", c.quits},
		{"the end of its input ends it", c.endsWithInput},
	}
	defer c.drop()
	for i, step := range steps {
		c.find(ctx, step.name, step.check)
		if i == 0 && c.engine == nil {
			return c.wrong, ctx.Err()
		}
		if i == 0 {
			for _, g := range c.playable() {
				c.find(ctx, "plays "+g.ID(), func(ctx context.Context) (string, error) { return c.plays(ctx, g) })
			}
		}
		if ctx.Err() != nil {
			return c.wrong, ctx.Err()
		}
	}
	return c.wrong, nil
}

// noted is something worth knowing that is not wrong.
type noted struct{ error }

// find runs one check with an engine that works, and reports.
func (c *Checker) find(ctx context.Context, name string, check func(ctx context.Context) (string, error)) {
	var detail string
	err := c.start(ctx)
	if err == nil {
		detail, err = check(ctx)
	}
	finding := Finding{name, Right, detail}
	var note noted
	switch {
	case errors.As(err, &note):
		finding.State, finding.Detail = Note, note.Error()
	case err != nil:
		finding.State, finding.Detail = Wrong, err.Error()
		c.wrong++
		c.drop()
	}
	c.Report(finding)
}

// start starts the engine unless it runs.
func (c *Checker) start(ctx context.Context) (err error) {
	if c.engine == nil {
		c.engine, err = Start(ctx, c.Command)
	}
	return err
}

// drop ends the engine at once.
func (c *Checker) drop() {
	if c.engine != nil {
		c.engine.Close(true)
		c.engine = nil
	}
}

func (c *Checker) introduces(ctx context.Context) (string, error) {
	if err := c.engine.ready(ctx); err != nil {
		return "", err
	}
	if c.engine.Name == "" {
		return "", noted{errors.New("it has no name: write id name NAME before ugiok")}
	}
	detail := c.engine.Name
	if c.engine.Author != "" {
		detail += " by " + c.engine.Author
	}
	if len(c.playable()) == 0 {
		var ids []string
		for _, g := range c.Games {
			ids = append(ids, g.ID())
		}
		return "", fmt.Errorf("its option %s names none of %s", gameOption, strings.Join(ids, ", "))
	}
	return detail, nil
}

// playable are the games that the engine says it plays. One that does not say is
// tried with the first.
func (c *Checker) playable() game.List {
	if !c.engine.Has(gameOption) {
		return c.Games[:1]
	}
	var found game.List
	for _, g := range c.Games {
		if c.engine.Plays(g) {
			found = append(found, g)
		}
	}
	return found
}

// maxCheckedPlies bounds a game, of which some go on for ever.
const maxCheckedPlies = 60

// plays lets it play a game with each side against random moves, from every start
// position.
func (c *Checker) plays(ctx context.Context, g game.Game) (string, error) {
	rng := rand.New(rand.NewPCG(c.Seed, 0))
	moves, loose := 0, ""
	for _, opener := range g.Openers() {
		for side := range game.Team(2) {
			if err := c.engine.NewGame(ctx, g); err != nil {
				return "", err
			}
			m := game.MatchFrom(g.Start(opener), nil)
			for !m.Verdict().Outcome.Over() && m.Plies() < maxCheckedPlies {
				p := m.Position()
				legal := p.Moves()
				move := legal[rng.IntN(len(legal))]
				if g.Seats()[p.ToMove()].Team == side {
					reply, err := c.engine.Choose(ctx, m, Limits{MoveTime: c.MoveTime})
					if err != nil {
						return "", fmt.Errorf("after %s: %w", positionCommand(m), err)
					}
					if move = reply.Move; !c.engine.exact {
						loose = p.MoveText(move)
					}
					moves++
				}
				if err := m.PlayMove(move); err != nil {
					return "", err
				}
			}
		}
	}
	if loose != "" {
		return "", noted{fmt.Errorf("its moves were understood, but are not in exact notation: write %s", loose)}
	}
	return fmt.Sprintf("%d legal moves in %d games", moves, 2*len(g.Openers())), nil
}

// setUp sets up the start position of the first game that the engine plays.
func (c *Checker) setUp(ctx context.Context) (*game.Match, error) {
	g := c.playable()[0]
	m := startOf(g)
	if err := c.engine.NewGame(ctx, g); err != nil {
		return nil, err
	}
	return m, c.engine.ready(ctx, c.engine.setup(m)...)
}

func (c *Checker) ignores(ctx context.Context) (string, error) {
	return "", c.engine.ready(ctx, "xyzzy and more", "setoption name No Such Option value 1", "")
}

func (c *Checker) clocks(ctx context.Context) (string, error) {
	m, err := c.setUp(ctx)
	if err != nil {
		return "", err
	}
	limits := Limits{}
	for range m.Game().Seats() {
		limits.Left = append(limits.Left, c.Command.Patience)
		limits.Increments = append(limits.Increments, c.MoveTime)
	}
	reply, err := c.engine.Choose(ctx, m, limits)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s after %v of %v", m.Position().MoveText(reply.Move), reply.Taken.Round(time.Millisecond), c.Command.Patience), nil
}

// awaitMove waits for a legal bestmove.
func (c *Checker) awaitMove(ctx context.Context, m *game.Match, patience time.Duration) error {
	answer, err := c.engine.process.await(ctx, patience, "bestmove", func(text string) bool {
		return strings.HasPrefix(text, "bestmove")
	})
	if err != nil {
		return err
	}
	words := strings.Fields(answer.text)
	if len(words) < 2 {
		return errors.New("bestmove without a move")
	}
	_, err = m.Position().ParseMove(words[1])
	return err
}

func (c *Checker) stops(ctx context.Context) (string, error) {
	m, err := c.setUp(ctx)
	if err != nil {
		return "", err
	}
	if err := c.engine.process.send("go infinite"); err != nil {
		return "", err
	}
	// While it thinks, it must still answer.
	if err := c.engine.process.send("isready"); err != nil {
		return "", err
	}
	_, early, err := c.engine.awaitReady(ctx, "readyok while it thinks", "bestmove")
	if err != nil {
		return "", err
	}
	if early != "" {
		return "", noted{errors.New("it moved before it was stopped; Plateau never sends go infinite, other programs may")}
	}
	if err := c.engine.process.send("stop"); err != nil {
		return "", err
	}
	return "", c.awaitMove(ctx, m, c.Command.Patience)
}

func (c *Checker) answersOnce(ctx context.Context) (string, error) {
	m, err := c.setUp(ctx)
	if err != nil {
		return "", err
	}
	if _, err := c.engine.Choose(ctx, m, Limits{MoveTime: c.MoveTime}); err != nil {
		return "", err
	}
	if err := c.engine.process.send("stop", "isready"); err != nil {
		return "", err
	}
	_, twice, err := c.engine.awaitReady(ctx, "readyok", "bestmove")
	if twice != "" {
		return "", errors.New("it wrote bestmove twice for one go; the second one may be taken as its next move")
	}
	return "", err
}

// queries compares what the engine says about positions with the rules.
func (c *Checker) queries(ctx context.Context) (string, error) {
	m, err := c.setUp(ctx)
	if err != nil {
		return "", err
	}
	legal := m.Position().Moves()
	after := m.Clone()
	if err := after.PlayMove(legal[0]); err != nil {
		return "", err
	}
	turn := func(m *game.Match) string { return fmt.Sprintf("p%d", m.Position().ToMove()+1) }
	for _, q := range []struct {
		m              *game.Match
		question, want string
	}{
		{m, "gameover", "false"},
		{m, "result", results[game.Running]},
		{m, "p1turn", strconv.FormatBool(m.Position().ToMove() == 0)},
		{after, "p1turn", strconv.FormatBool(after.Position().ToMove() == 0)},
		{after, "turn", turn(after)},
	} {
		got, err := c.query(ctx, q.m, q.question)
		switch {
		case err != nil:
			return "", err
		case got == "":
			return "", noted{fmt.Errorf("it does not answer query %s; Plateau does not ask, other referees do", q.question)}
		case got != q.want:
			return "", fmt.Errorf("%s, query %s: response %s, want %s", positionCommand(q.m), q.question, got, q.want)
		}
	}
	return "", nil
}

// query asks about a position; the answer is empty if there is none.
func (c *Checker) query(ctx context.Context, m *game.Match, question string) (response string, err error) {
	if err := c.engine.process.send(positionCommand(m), "query "+question, "isready"); err != nil {
		return "", err
	}
	_, answer, err := c.engine.awaitReady(ctx, "readyok", "response ")
	return printable(shorten(strings.TrimSpace(strings.TrimPrefix(answer, "response ")))), err
}

func (c *Checker) quits(context.Context) (string, error) {
	defer c.drop()
	if err := c.engine.process.send("quit"); err != nil {
		return "", err
	}
	return "", c.awaitEnd("quit")
}

func (c *Checker) endsWithInput(context.Context) (string, error) {
	p := c.engine.process
	defer c.drop()
	_ = p.in.Close()
	return "", c.awaitEnd("the end of its input")
}

func (c *Checker) awaitEnd(after string) error {
	if !c.engine.process.awaitEnd(after, c.Command.Patience) {
		return fmt.Errorf("it still runs %v after %s", c.Command.Patience, after)
	}
	return nil
}
