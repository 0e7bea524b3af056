package ugi

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/parallel"
)

// Settings are what options change.
type Settings struct {
	Game  game.Game
	Level engine.Level
	// Threads and Hash, in megabytes, are the resources of a search.
	Threads, Hash int
	// Seed makes the choices of the levels repeatable, unless it is 0.
	Seed uint64
}

// Limits of the options.
const (
	maxThreads = 1024
	maxHash    = 1 << 16
)

// Server is Plateau's own engine. It answers one client.
type Server struct {
	Games game.List
	// NewEngine makes an engine for the settings.
	NewEngine func(s Settings) (engine.Engine, error)
	// Name and Author introduce it.
	Name, Author string
	Settings

	out    sync.Mutex
	writer *bufio.Writer
	// match is nil after a position that was refused.
	match *game.Match
	// engine is made when it is first needed after a setting has changed.
	engine engine.Engine
	// failed is set if it has panicked, so that the next search gets another one.
	failed atomic.Bool
	games  uint64
	rng    *rand.Rand
	// stop ends the search that runs, and done is closed when it has ended.
	stop context.CancelFunc
	done chan struct{}
}

// maxCommand is the longest line that is read.
const maxCommand = 1 << 20

// Serve answers commands until quit, the end of the input, or the end of the
// context.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s.writer = bufio.NewWriter(out)
	s.newGame()
	s.match = startOf(s.Game)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxCommand)
	commands := make(chan string)
	var readErr error
	go func() {
		defer close(commands)
		for lines.Scan() {
			select {
			case commands <- strings.ToValidUTF8(lines.Text(), "\uFFFD"):
			case <-ctx.Done():
				return
			}
		}
		readErr = lines.Err()
	}()
	defer s.interrupt()
	for {
		select {
		case <-ctx.Done():
			return nil
		case line, more := <-commands:
			if !more {
				if errors.Is(readErr, bufio.ErrTooLong) {
					return fmt.Errorf("a command is longer than %d bytes", maxCommand)
				}
				return readErr
			}
			words := strings.Fields(line)
			if len(words) == 0 {
				continue
			}
			if words[0] == "quit" {
				return nil
			}
			if err := s.obey(ctx, words); err != nil {
				return err
			}
		}
	}
}

func startOf(g game.Game) *game.Match { return game.MatchFrom(g.Start(g.Openers()[0]), nil) }

// obey carries out a command. Its errors are those of the output.
func (s *Server) obey(ctx context.Context, words []string) error {
	switch words[0] {
	case "ugi":
		return s.introduce()
	case "isready":
		// What takes time is done now, not while a clock runs. A search that
		// runs has its engine.
		if err := s.prepare(); err != nil {
			return err
		}
		return s.say("readyok")
	case "stop":
		s.interrupt()
		return nil
	case "query":
		return s.say("response " + s.answer(words[1:]))
	case "info":
		// A list of legal moves, which this engine does not need.
		return nil
	}
	// What changes the game ends the search first.
	s.interrupt()
	var err error
	switch words[0] {
	case "setoption":
		err = s.setOption(words[1:])
	case "uginewgame":
		s.newGame()
		s.match = startOf(s.Game)
	case "position":
		if s.match, err = parsePosition(s.Game, words[1:]); err != nil {
			s.match = nil
		}
	case "go":
		return s.think(ctx, words[1:])
	default:
		err = fmt.Errorf("%s is not a command", printable(words[0]))
	}
	if err != nil {
		return s.say("info string error: " + printable(err.Error()))
	}
	return nil
}

// say writes a line at once.
func (s *Server) say(text string) error {
	s.out.Lock()
	defer s.out.Unlock()
	if _, err := s.writer.WriteString(text + "\n"); err != nil {
		return err
	}
	return s.writer.Flush()
}

func (s *Server) introduce() error {
	var ids, levels strings.Builder
	for _, g := range s.Games {
		ids.WriteString(" var " + g.ID())
	}
	for l := engine.Easiest; l <= engine.Perfect; l++ {
		levels.WriteString(" var " + l.String())
	}
	return s.say(strings.Join([]string{
		"id name " + s.Name,
		"id author " + s.Author,
		"option name " + gameOption + " type combo default " + s.Game.ID() + ids.String(),
		"option name Level type combo default " + s.Level.String() + levels.String(),
		fmt.Sprintf("option name Threads type spin default %d min 1 max %d", s.Threads, maxThreads),
		fmt.Sprintf("option name Hash type spin default %d min 1 max %d", s.Hash, maxHash),
		fmt.Sprintf("option name Seed type string default %d", s.Seed),
		"ugiok",
	}, "\n"))
}

// newGame forgets the game before. With a seed, the same games are the same.
func (s *Server) newGame() {
	s.rng = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	if s.Seed != 0 {
		s.rng = rand.New(rand.NewPCG(s.Seed, s.games))
	}
	s.games++
}

// setOption reads "name NAME value VALUE".
func (s *Server) setOption(words []string) error {
	name, value, _ := strings.Cut(strings.Join(words, " "), " value ")
	name, found := strings.CutPrefix(name, "name ")
	if !found {
		return errors.New("expected setoption name NAME value VALUE")
	}
	switch strings.ToLower(name) {
	case "game":
		g, err := s.Games.Find(value)
		if err != nil {
			return err
		}
		s.Game, s.match = g, startOf(g)
	case "level":
		l, err := engine.ParseLevel(strings.ToLower(value))
		if err != nil {
			return fmt.Errorf("level %s: choose 1 to %d or %s", value, engine.Hardest, engine.Perfect)
		}
		s.Level = l
	case "threads":
		return s.setNumber(&s.Threads, name, value, maxThreads)
	case "hash":
		return s.setNumber(&s.Hash, name, value, maxHash)
	case "seed":
		seed, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return fmt.Errorf("seed %s: not a whole number", value)
		}
		s.Seed, s.games = seed, 0
		s.newGame()
	default:
		return fmt.Errorf("there is no option %s", name)
	}
	s.engine = nil
	return nil
}

func (s *Server) setNumber(to *int, name, value string, most int) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > most {
		return fmt.Errorf("%s %s: choose 1 to %d", name, value, most)
	}
	*to, s.engine = n, nil
	return nil
}

// answer answers a query about the position.
func (s *Server) answer(words []string) string {
	if s.match == nil || len(words) != 1 {
		return "unknown"
	}
	verdict := s.match.Verdict()
	switch words[0] {
	case "gameover":
		return strconv.FormatBool(verdict.Outcome.Over())
	case "p1turn":
		return strconv.FormatBool(s.match.Position().ToMove() == 0)
	case "turn":
		return fmt.Sprintf("p%d", s.match.Position().ToMove()+1)
	case "result":
		return results[verdict.Outcome]
	}
	return "unknown"
}

// results are the answers to query result. The sides are those of the first and
// the second seat.
var results = map[game.Outcome]string{
	game.Running: "none", game.Drawn: "draw", game.WonByFirst: "p1win", game.WonBySecond: "p2win",
}

// interrupt ends the search, if there is one; it has then answered.
func (s *Server) interrupt() {
	if s.stop == nil {
		return
	}
	s.stop()
	<-s.done
	s.stop = nil
}

// noMove is the answer where there is no move to be made.
const noMove = "bestmove none"

// think starts a search, which answers when it ends.
func (s *Server) think(ctx context.Context, words []string) error {
	limits, err := parseLimits(words, len(s.Game.Seats()))
	if err != nil {
		if err := s.say("info string error: " + printable(err.Error())); err != nil {
			return err
		}
	}
	if s.match == nil || s.match.Verdict().Outcome.Over() {
		return s.say(noMove)
	}
	if err := s.prepare(); err != nil || s.engine == nil {
		return cmp.Or(err, s.say(noMove))
	}
	ctx, s.stop = context.WithCancel(ctx)
	s.done = make(chan struct{})
	search := search{Server: s, began: time.Now(), limits: limits, match: s.match}
	go func(done chan struct{}) {
		defer close(done)
		answer := noMove
		err := parallel.Contain(func() error {
			answer = "bestmove " + search.match.Position().MoveText(search.run(ctx))
			return nil
		})
		if limits.Infinite {
			<-ctx.Done()
		}
		// A client that has gone notices nothing.
		if err != nil {
			s.failed.Store(true)
			_ = s.say("info string error: the engine failed: " + printable(err.Error()))
		}
		_ = s.say(answer)
	}(s.done)
	return nil
}

// prepare makes the engine for the settings. Its errors are those of the output.
func (s *Server) prepare() error {
	if s.failed.Swap(false) {
		s.engine = nil
	}
	if s.engine != nil {
		return nil
	}
	var err error
	if s.engine, err = s.NewEngine(s.Settings); err != nil {
		s.engine = nil
		return s.say("info string error: " + printable(err.Error()))
	}
	return nil
}

// printable is a text without line ends and control characters.
func printable(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return '\uFFFD'
		}
		return r
	}, text)
}
