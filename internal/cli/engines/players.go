package engines

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"plateau/engine"
	"plateau/internal/cli/env"
	"plateau/internal/elo"
	"plateau/internal/referee"
	"plateau/internal/tui/local"
	"plateau/internal/ugi"
)

// player is one who takes part in a match.
type player struct {
	name string
	// level is that of a built-in player, command that of a program.
	level   env.LevelFlag
	command ugi.Command
	control referee.Control
}

func (p *player) builtin() bool { return p.level.Level != 0 }

// makePlayers reads the players from the flags, and gives those without a name
// one.
func (c *contest) makePlayers() ([]player, error) {
	// One engine, made first, shows whether values are known and whether there
	// can be engines at all.
	e, err := c.NewEngine(c.run.Game, 1, env.PlayingBytes)
	if err != nil {
		return nil, err
	}
	o := &c.options
	c.exact = e.Exact()
	if len(o.engines) == 0 {
		players := []player{{level: o.a, name: "A " + local.LevelName(o.a.Level, c.exact)}, {level: o.b, name: "B " + local.LevelName(o.b.Level, c.exact)}}
		return players, nil
	}
	var players []player
	for _, spec := range o.engines {
		p, err := parsePlayer(spec)
		if err != nil {
			return nil, err
		}
		p.command.Patience, p.command.Grace = o.patience, o.grace
		switch {
		case p.name != "":
		case p.builtin():
			p.name = "level " + local.LevelName(p.level.Level, c.exact)
		default:
			p.name = programName(p.command.Words)
		}
		players = append(players, p)
	}
	return distinct(players), nil
}

// notePerfect says so if a player is meant to be perfect and cannot be.
func (c *contest) notePerfect() {
	for _, p := range c.players {
		if p.level.Level == engine.Perfect && !p.level.Strongest && !c.exact && !c.AsJSON {
			c.NoteStrongest(c.run.Game)
			return
		}
	}
}

// programName is the name of a program without its folder.
func programName(words []string) string {
	name := words[len(words)-1]
	if strings.HasPrefix(name, "-") || len(words) > 2 {
		name = words[0]
	}
	return name[strings.LastIndexAny(name, `/\`)+1:]
}

// distinct numbers players whose names are the same.
func distinct(players []player) []player {
	count := map[string]int{}
	for _, p := range players {
		count[p.name]++
	}
	seen := map[string]int{}
	for i, p := range players {
		if count[p.name] > 1 {
			seen[p.name]++
			players[i].name = fmt.Sprintf("%s (%d)", p.name, seen[p.name])
		}
	}
	return players
}

// parsePlayer reads "cmd=./mybot --fast,name=Mine", or only a command. A comma inside
// quotes does not separate.
func parsePlayer(spec string) (player, error) {
	p := player{}
	if !strings.Contains(spec, "=") {
		spec = "cmd=" + spec
	}
	for _, part := range splitOutsideQuotes(spec, ',') {
		key, value, found := strings.Cut(part, "=")
		key = strings.TrimSpace(key)
		if !found || value == "" {
			return p, env.Usagef("--engine %s: %q is not KEY=VALUE", spec, part)
		}
		if err := p.set(key, value); err != nil {
			return p, env.Usagef("--engine %s: %v", spec, err)
		}
	}
	if p.builtin() == (p.command.Words != nil) {
		return p, env.Usagef("--engine %s: a player has either level=LEVEL or cmd=COMMAND", spec)
	}
	if p.builtin() && (p.command.Folder != "" || p.command.Options != nil) {
		return p, env.Usagef("--engine %s: dir and option are for programs", spec)
	}
	return p, nil
}

func (p *player) set(key, value string) (err error) {
	plain := strings.Trim(value, `'"`)
	switch key {
	case "cmd":
		p.command.Words, err = splitCommand(value)
	case "level":
		p.level.Level, err = env.ParseLevel(plain)
		p.level.Strongest = strings.EqualFold(plain, env.StrongestWord)
	case "name":
		p.name = plain
	case "dir":
		p.command.Folder = plain
	case "time":
		p.control.MoveTime, err = env.ParseTime(plain)
	case "clock":
		p.control, err = parseClock(plain)
	case "depth":
		if p.control.Depth, err = strconv.Atoi(plain); err != nil || p.control.Depth < 1 {
			err = fmt.Errorf("depth %s: not a number from 1 on", plain)
		}
	case "nodes":
		if p.control.Nodes, err = strconv.ParseUint(plain, 10, 63); err != nil || p.control.Nodes < 1 {
			err = fmt.Errorf("nodes %s: not a number from 1 on", plain)
		}
	default:
		name, found := strings.CutPrefix(key, "option.")
		if !found {
			return fmt.Errorf("there is no key %s; the keys are cmd, level, name, dir, time, clock, depth, nodes and option.NAME", key)
		}
		p.command.Options = append(p.command.Options, ugi.Option{Name: name, Value: plain})
	}
	return err
}

// splitOutsideQuotes splits at a character that is not inside quotes.
func splitOutsideQuotes(text string, at byte) []string {
	var parts []string
	begin, quote := 0, byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case c == '\'' || c == '"':
			quote = c
		case c == at:
			parts = append(parts, text[begin:i])
			begin = i + 1
		}
	}
	return append(parts, text[begin:])
}

// parseClock reads a clock in seconds: "60+0.5", or "60".
func parseClock(text string) (referee.Control, error) {
	main, increment, _ := strings.Cut(text, "+")
	wrong := env.Usagef("--clock %s: a clock is the time of each seat and the increment in seconds, such as 60+0.5", text)
	seconds := func(text string) (time.Duration, bool) {
		n, err := strconv.ParseFloat(text, 64)
		return time.Duration(n * float64(time.Second)), err == nil && n >= 0 && n <= 1e6
	}
	m, ok := seconds(main)
	if !ok || m < time.Millisecond {
		return referee.Control{}, wrong
	}
	i := time.Duration(0)
	if increment != "" {
		if i, ok = seconds(increment); !ok {
			return referee.Control{}, wrong
		}
	}
	return referee.Control{Main: m, Increment: i}, nil
}

// parseTest reads "0,10,alpha=0.05,beta=0.05,model=normalised"; nil if it is empty.
func parseTest(text string) (*elo.Test, error) {
	if text == "" {
		return nil, nil
	}
	t := elo.Test{Alpha: 0.05, Beta: 0.05, Model: elo.Logistic}
	bounds := []*float64{&t.Elo0, &t.Elo1}
	for _, part := range strings.Split(text, ",") {
		key, value, found := strings.Cut(part, "=")
		var to *float64
		switch {
		case !found && len(bounds) > 0:
			to, bounds, value = bounds[0], bounds[1:], part
		case key == "elo0":
			to, bounds = &t.Elo0, nil
		case key == "elo1":
			to, bounds = &t.Elo1, nil
		case key == "alpha":
			to = &t.Alpha
		case key == "beta":
			to = &t.Beta
		case key == "model":
			t.Model = elo.Model(value)
			continue
		default:
			return nil, env.Usagef("--sprt %s: %q is not understood; write ELO0,ELO1,alpha=0.05,beta=0.05,model=logistic", text, part)
		}
		var err error
		if *to, err = strconv.ParseFloat(value, 64); err != nil {
			return nil, env.Usagef("--sprt %s: %q is not a number", text, value)
		}
	}
	if err := t.Check(); err != nil {
		return nil, env.Usagef("--sprt %s: %v", text, err)
	}
	return &t, nil
}

// entrant starts a player when a worker needs it.
func (c *contest) entrant(p *player) referee.Entrant {
	e := referee.Entrant{Name: p.name, Control: p.control}
	e.Start = func(ctx context.Context) (referee.Player, error) {
		if p.builtin() {
			made, err := c.NewEngine(c.run.Game, 1, env.PlayingBytes)
			return referee.Builtin{Engine: made, Level: p.level.Level}, err
		}
		command := p.command
		if c.log != nil {
			command.Log = c.log.Of(p.name)
		}
		return referee.StartProgram(ctx, command, c.run.Game)
	}
	return e
}
