package engines

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/bot"
	"plateau/internal/cli/env"
	"plateau/internal/play"
	"plateau/internal/referee"
	"plateau/internal/ugi"
)

type botOptions struct {
	env.ServerFlags
	engine             string
	games, open        []string
	clock              string
	challenges         string
	rated, noRematch   bool
	atOnce             int
	moveTime, patience time.Duration
}

func (a *app) botCommand() *cobra.Command {
	options := botOptions{}
	cmd := &cobra.Command{
		Use:   "bot --server URL --token-file FILE --engine SPEC",
		Short: "Let an engine play on a server",
		Long: `Let an engine play on a Plateau server, at all tables where the account of the
token has a seat: a program that speaks the protocol of docs/engines.md, or a
level. It keeps its connection, and resumes its games after a restart of the
server or of itself. Ctrl-C ends it.

It accepts challenges to the games that it plays, as long as it has time for
more; an account that was declared a bot is on the server's page of bots
meanwhile. With --open it also keeps a table of each of these games open in the
lobby, where anybody may sit down. It plays again with those who ask for it.

The token is made on the account page, under 'Programs that play for you'. Only
an account that was declared a bot can play rated games (docs/engines.md).`,
		Example: `  plateau bot --server http://localhost:8080 --token-file token --engine ./mybot
  plateau bot --server URL --token-file token --engine level=4 --open quixo`,
		Args:              env.Takes(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			b, err := a.newBot(&options)
			if err != nil {
				return err
			}
			ctx, stop := env.UntilInterrupted(cmd.Context())
			defer stop()
			return b.Run(ctx)
		},
	}
	options.addFlags(cmd)
	a.AddTablebasesFlag(cmd)
	return cmd
}

func (o *botOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.Add(cmd, "the address of the server (`URL`)", "the file with the token of its account (`FILE`)")
	flags.StringVar(&o.engine, "engine", "", "who plays: a command, cmd=COMMAND or level=LEVEL, as in 'plateau match' (`SPEC`)")
	flags.StringSliceVar(&o.games, "games", nil, "play only these games (`GAME,...`; by default all)")
	flags.StringVar(&o.challenges, "challenges", "all", "which challenges it accepts: all, casual, rated or none (`KIND`)")
	flags.StringSliceVar(&o.open, "open", nil, "keep a table of each of these games open in the lobby (`GAME,...`)")
	flags.StringVar(&o.clock, "clock", "", "the clock at these tables, in seconds: `MAIN+INCREMENT` (by default none)")
	flags.BoolVar(&o.rated, "rated", false, "let the games at these tables be rated")
	flags.BoolVar(&o.noRematch, "no-rematch", false, "do not play again with those who ask for it")
	env.AddCountFlag(cmd, &o.atOnce, "at-once", 4, "play at most `N` games at once; others wait")
	env.AddTimeFlag(cmd, &o.moveTime, env.TimeFlag, time.Second, "how long it thinks about a move without a clock")
	env.AddTimeFlag(cmd, &o.patience, "patience", 10*time.Second, "how long a program may take to start and to get ready")
}

func (a *app) newBot(o *botOptions) (*bot.Bot, error) {
	for name, value := range map[string]string{"--server": o.Server, "--token-file": o.TokenFile, "--engine": o.engine} {
		if value == "" {
			return nil, env.Usagef("%s is missing", name)
		}
	}
	server, err := o.Client()
	if err != nil {
		return nil, err
	}
	games, err := a.gamesNamed(o.games)
	if err != nil {
		return nil, err
	}
	offers, err := a.offers(o, games)
	if err != nil {
		return nil, err
	}
	casual, rated, err := parseChallenges(o.challenges)
	if err != nil {
		return nil, err
	}
	p, err := parsePlayer(o.engine)
	if err != nil {
		return nil, err
	}
	// On a server the clock has the last word, not the patience with a move.
	p.command.Patience, p.command.Grace = o.patience, o.patience
	var one sync.Mutex
	return &bot.Bot{
		Client: server,
		Games:  games, Start: a.starter(p), Offers: offers, Casual: casual, Rated: rated, MaxGames: o.atOnce, MoveTime: o.moveTime, Rematches: !o.noRematch,
		Log: func(text string) {
			one.Lock()
			defer one.Unlock()
			fmt.Fprintf(a.Err, "%s %s\n", time.Now().Format(time.DateTime), text)
		},
	}, nil
}

// parseChallenges reads which challenges are accepted.
func parseChallenges(kind string) (casual, rated bool, err error) {
	if !slices.Contains([]string{"all", "casual", "rated", "none"}, kind) {
		return false, false, env.Usagef("--challenges %s: it is all, casual, rated or none", kind)
	}
	return kind == "all" || kind == "casual", kind == "all" || kind == "rated", nil
}

// offers are the terms of the tables that are kept open.
func (a *app) offers(o *botOptions, games game.List) ([]play.Terms, error) {
	var clock play.Time
	if o.clock != "" {
		control, err := parseClock(o.clock)
		if err != nil {
			return nil, err
		}
		clock = play.Time{Main: play.Millis(control.Main.Milliseconds()), Increment: play.Millis(control.Increment.Milliseconds())}
	}
	var offers []play.Terms
	for _, id := range o.open {
		g, err := games.Find(id)
		if err != nil {
			return nil, env.UsageError(err.Error())
		}
		offers = append(offers, play.Terms{Game: g.ID(), Time: clock, Rated: o.rated, Listed: true, Spectators: true})
	}
	return offers, nil
}

// starter makes players for tables.
func (a *app) starter(p player) func(ctx context.Context) (referee.Player, error) {
	return func(ctx context.Context) (referee.Player, error) {
		if p.builtin() {
			return &levelPlayer{app: a, level: p.level}, nil
		}
		e, err := ugi.Start(ctx, p.command)
		if err != nil {
			return nil, err
		}
		return referee.External{Engine: e}, nil
	}
}

// levelPlayer is a level whose engine is made when the game is known.
type levelPlayer struct {
	*app
	level env.LevelFlag
	referee.Builtin
}

// NewGame implements [referee.Player].
func (p *levelPlayer) NewGame(_ context.Context, g game.Game) error {
	e, err := p.NewEngine(g, 1, env.PlayingBytes)
	p.Builtin = referee.Builtin{Engine: e, Level: p.level.Level}
	return err
}
