package tournament

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"plateau/internal/tui/text"

	"github.com/spf13/cobra"

	"plateau/internal/amount"
	"plateau/internal/cli/env"
	"plateau/internal/client"
	"plateau/internal/config"
	"plateau/tournament"
	"plateau/tournament/trf"
)

// tournamentFlags are the settings of a tournament as flags of 'tournament new' and
// 'tournament amend'.
type tournamentFlags struct {
	tournament.Settings
	game, from, start              string
	form, begins, advance, entry   string
	where, reports, group          string
	tieBreaks                      []string
	grace, every, clock, increment time.Duration
	streaks                        bool
}

func (a *app) tournamentNewCommand() *cobra.Command {
	n := &tournamentFlags{form: string(tournament.Swiss), advance: string(tournament.ByHand), entry: string(tournament.ByOrganiser), streaks: true}
	cmd := fileCommand("new FILE", "Create a tournament",
		`Create a tournament in a new file. By default it is a Swiss tournament of five
rounds in which sides alternate. In games that one side is known to win with
best play, both sides are played in every round, as a mini-match with one
result.

On a server, FILE is the name of the tournament, unless --name gives another
one; its id is printed.

--from reads a report in FIDE's format TRF16, with its players and results.`,
		`  plateau tournament new friday.jsonl --game quixo --rounds 5
  plateau tournament new league.jsonl --game pivot --form roundrobin --double
  plateau tournament new cup.jsonl --game quixo4p --form knockout --third-place
  plateau tournament new copy.jsonl --game quixo --from report.trf`,
		env.Takes(0, "FILE"), func(cmd *cobra.Command, args []string) error {
			if err := n.checkRounds(cmd); err != nil {
				return err
			}
			return a.newTournament(cmd.Context(), args[0], n)
		})
	n.add(cmd)
	f := cmd.Flags()
	f.StringVar(&n.game, "game", "", "the `GAME` that is played")
	f.StringVar(&n.group, "group", "", "on a server: the `ID` of the class or club it belongs to, if you lead it")
	f.StringVar(&n.from, "from", "", "read players and results from a `REPORT` in TRF16")
	return cmd
}

// add adds the flags to a command.
func (n *tournamentFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&n.Name, "name", "", "the `NAME` of the tournament (default: that of the game, on a server FILE)")
	choice(cmd, &n.form, "form", "how opponents are found", "swiss", "roundrobin", "knockout", "arena")
	f.IntVar(&n.Rounds, "rounds", 0, "the `NUMBER` of Swiss rounds (default 5)")
	f.BoolVar(&n.Double, "double", false, "round robin: everybody meets everybody twice")
	f.BoolVar(&n.ThirdPlace, "third-place", false, "knockout: play for the third place")
	f.IntVar(&n.Minutes, "minutes", 0, "arena: how many `MINUTES` it lasts (default: until it is finished)")
	f.BoolVar(&n.streaks, "streaks", true, "arena: double the points after two wins in a row")
	choice(cmd, &n.begins, "begins", "who has the first side: alternating, drawn, or both in a mini-match", "alternating", "drawn", "both")
	env.AddTimeFlag(cmd, &n.clock, "clock", 0, "each player's `TIME` for a game")
	env.AddTimeFlag(cmd, &n.increment, "increment", 0, "the `TIME` added after each move")
	f.BoolVar(&n.Rated, "rated", false, "the games are rated")
	f.StringVar(&n.start, "start", "", "when the first round starts, as `TIME` with zone (2026-11-20T19:00:00+01:00)")
	choice(cmd, &n.advance, "advance", "when rounds start: by hand, as soon as all are done, on schedule, or by days", "hand", "done", "schedule", "days")
	env.AddTimeFlag(cmd, &n.every, "every", 0, "on schedule: the `TIME` from round to round")
	f.IntVar(&n.DaysPerRound, "days", 0, "by days: the `NUMBER` of days to arrange a game")
	choice(cmd, &n.entry, "entry", "who may join: those whom the organiser enters, those with the link, members of the class or club, or anybody", "organiser", "link", "members", "anybody")
	choice(cmd, &n.where, "place", "on a server: where games are played", "boards", "online", "mixed")
	choice(cmd, &n.reports, "reports", "on a server: who reports results of real boards", "organiser", "players", "confirmed")
	f.BoolVar(&n.Listed, "listed", false, "on a server: show the tournament to everybody")
	f.BoolVar(&n.Bots, "bots", false, "on a server: let accounts of programs join")
	f.IntVar(&n.LateUntil, "late-until", 0, "the last `ROUND` in which somebody may start (default: only the first)")
	f.IntVar(&n.HalfByes, "half-byes", 0, "the `NUMBER` of half-point byes that each player may request")
	f.StringSliceVar(&n.Categories, "categories", nil, "the `NAMES` of categories, with commas (juniors,beginners)")
	f.StringSliceVar(&n.tieBreaks, "tie-breaks", nil, "the tie-breaks in their `ORDER`: buchholz1, buchholz, direct, sonneborn, wins")
	env.AddTimeFlag(cmd, &n.grace, "grace", 0, "after how much `TIME` those who are absent lose")
}

// choice adds a flag with a few possible values, and completes them.
func choice(cmd *cobra.Command, to *string, name, usage string, values ...string) {
	cmd.Flags().Var(config.Choice(to, "WHICH", values...), name, usage+" ("+strings.Join(values, ", ")+")")
	env.CompleteFlag(cmd, name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

func (a *app) newTournament(ctx context.Context, path string, n *tournamentFlags) error {
	if n.game == "" {
		return env.Usagef("--game is missing: the tournament needs a game")
	}
	if n.from != "" && n.form != string(tournament.Swiss) {
		return env.Usagef("--from reads Swiss tournaments; leave out --form %s", n.form)
	}
	g, err := a.FindGame(n.game)
	if err != nil {
		return err
	}
	var s tournament.Settings
	err = n.set(&s, func(string) bool { return true })
	if err != nil {
		return err
	}
	if s.Begins == "" && a.Catalogue.Of(g).OneSided {
		s.Begins = tournament.BothSides
	}
	place, err := a.place(path, nil, false)
	if err != nil {
		return err
	}
	on, remote := place.(*client.Tournament)
	switch {
	case s.Name != "":
	case remote:
		s.Name = path
	case n.from == "":
		s.Name = g.Name()
	}
	s.Game, s.TeamSize = g.ID(), len(g.Seats())/2
	if s = s.Standard(); n.from != "" {
		s.Rounds = n.Rounds // If there are none, the report says how many.
	}
	if remote {
		on.Group = n.group
	} else if n.group != "" {
		return env.Usagef("--group is for tournaments on a server; add --server")
	}
	var report []byte
	if n.from != "" {
		if report, err = os.ReadFile(n.from); err != nil {
			return err
		}
	}
	name, t, err := place.Create(ctx, s, report)
	if err != nil && n.from != "" {
		return aboutReport(n.from, err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Out, "Created %s: %s, %s, %s.\n", name, t.Settings.Name, formName(t.Settings), amount.Count(len(t.Entrants), "entrant"))
	return nil
}

// checkRounds refuses a number of rounds that would mean the usual one.
func (n *tournamentFlags) checkRounds(cmd *cobra.Command) error {
	if cmd.Flags().Changed("rounds") && n.Rounds == 0 {
		return env.Usagef("--rounds 0: a Swiss tournament has at least one round")
	}
	return nil
}

// set changes the settings that flags were given for.
func (n *tournamentFlags) set(s *tournament.Settings, given func(flag string) bool) error {
	at, err := n.startTime()
	if err != nil {
		return err
	}
	for flag, set := range map[string]func(){
		"name":        func() { s.Name = n.Name },
		"form":        func() { s.Form = tournament.Form(n.form) },
		"rounds":      func() { s.Rounds = n.Rounds },
		"double":      func() { s.Double = n.Double },
		"third-place": func() { s.ThirdPlace = n.ThirdPlace },
		"minutes":     func() { s.Minutes = n.Minutes },
		"streaks":     func() { s.NoStreaks = !n.streaks },
		"begins":      func() { s.Begins = tournament.Begins(n.begins) },
		"clock":       func() { s.Clock.Main = tournament.Millis(n.clock.Milliseconds()) },
		"increment":   func() { s.Clock.Increment = tournament.Millis(n.increment.Milliseconds()) },
		"rated":       func() { s.Rated = n.Rated },
		"start":       func() { s.Start, s.Zone = at.UTC(), at.Format("-07:00") },
		"advance":     func() { s.Advance = tournament.Advance(n.advance) },
		"every":       func() { s.Every = tournament.Millis(n.every.Milliseconds()) },
		"days":        func() { s.DaysPerRound = n.DaysPerRound },
		"entry":       func() { s.Entry = tournament.Entry(n.entry) },
		"place":       func() { s.Place = tournament.Place(n.where) },
		"reports":     func() { s.Reports = tournament.Reporting(n.reports) },
		"listed":      func() { s.Listed = n.Listed },
		"bots":        func() { s.Bots = n.Bots },
		"late-until":  func() { s.LateUntil = n.LateUntil },
		"half-byes":   func() { s.HalfByes = n.HalfByes },
		"categories":  func() { s.Categories = n.Categories },
		"tie-breaks": func() {
			s.TieBreaks = text.Each(n.tieBreaks, func(name string) tournament.TieBreak { return tournament.TieBreak(name) })
		},
		"grace": func() { s.Grace = tournament.Millis(n.grace.Milliseconds()) },
	} {
		if given(flag) && (flag != "start" || n.start != "") {
			set()
		}
	}
	return nil
}

func (n *tournamentFlags) startTime() (at time.Time, err error) {
	if n.start == "" {
		return at, nil
	}
	if at, err = time.Parse(time.RFC3339, n.start); err != nil {
		return at, env.Usagef("--start %s: a time has a date and a zone, such as 2026-11-20T19:00:00+01:00", n.start)
	}
	return at, nil
}

// aboutReport says which report cannot be read.
func aboutReport(path string, err error) error {
	if _, inLine := errors.AsType[*trf.Error](err); inLine {
		return fmt.Errorf("%s, %w", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// formName is the form in words.
func formName(s tournament.Settings) string {
	text := ""
	switch s.Form {
	case tournament.Swiss:
		text = "Swiss, " + amount.Count(s.Rounds, "round")
	case tournament.RoundRobin:
		text = "round robin"
		if s.Double {
			text = "double round robin"
		}
	case tournament.Knockout:
		text = "knockout"
	case tournament.Arena:
		text = "arena"
		if s.Minutes > 0 {
			text += ", " + amount.Count(s.Minutes, "minute")
		}
	}
	if s.MiniMatch() {
		text += ", mini-matches with both sides"
	}
	return text
}
