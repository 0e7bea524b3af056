package env

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/client"
	"plateau/internal/config"
	"plateau/internal/knowledge"
	"plateau/internal/parallel"
	"plateau/internal/store/postgres"
)

// ServerFlags say on which server something is, and who asks; empty for tournaments
// in files.
type ServerFlags struct{ Server, TokenFile string }

// Add adds the flags to a command and those below it.
func (s *ServerFlags) Add(cmd *cobra.Command, serverUsage, tokenUsage string) {
	flags := cmd.PersistentFlags()
	flags.StringVar(&s.Server, "server", "", serverUsage)
	flags.StringVar(&s.TokenFile, "token-file", "", tokenUsage)
}

// Anonymous speaks to the server for nobody.
func (s *ServerFlags) Anonymous() (*client.Client, error) {
	if err := client.CheckAddress(s.Server); err != nil {
		return nil, Usagef("--server %s: %v", s.Server, err)
	}
	return client.New(s.Server), nil
}

// Client speaks to the server with the token.
func (s *ServerFlags) Client() (*client.Client, error) {
	c, err := s.Anonymous()
	if err != nil {
		return nil, err
	}
	if s.TokenFile == "" {
		return nil, Usagef("--token-file is missing: the server has to know who you are")
	}
	token, err := client.ReadToken(s.TokenFile)
	if err != nil {
		return nil, err
	}
	return c.As(token), nil
}

// Connection is a command's connection to a server.
type Connection struct {
	*Env
	HTTP *client.Client
	// Explain says for people why the server refused something.
	Explain func(refused *client.Problem) error
}

// Ask makes a request.
func (c *Connection) Ask(ctx context.Context, method, path string, body, answer any) error {
	err := c.HTTP.Call(ctx, method, path, body, answer)
	if refused, ok := errors.AsType[*client.Problem](err); ok {
		return c.Explain(refused)
	}
	return err
}

// Change makes a request that changes something, and says so.
func (c *Connection) Change(ctx context.Context, method, path string, body any, said string, args ...any) error {
	if err := c.Ask(ctx, method, path, body, nil); err != nil {
		return err
	}
	fmt.Fprintf(c.Out, said, args...)
	return nil
}

// WriteAnswer makes a request and writes the answer: as JSON what was sent, or else what
// is read from it.
func WriteAnswer[T any](ctx context.Context, c *Connection, method, path string, body any, write func(one T)) error {
	var text json.RawMessage
	if err := c.Ask(ctx, method, path, body, &text); err != nil {
		return err
	}
	if c.AsJSON {
		fmt.Fprintln(c.Out, string(text))
		return nil
	}
	var one T
	if err := json.Unmarshal(text, &one); err != nil {
		return err
	}
	write(one)
	return nil
}

// WriteList writes the list with a name in what the server has at a path, as [WriteRows]
// does, or says none if it is empty.
func WriteList[T any](ctx context.Context, c *Connection, path, name, none string, row func(out io.Writer, one T)) error {
	var answer map[string]json.RawMessage
	if err := c.Ask(ctx, http.MethodGet, path, nil, &answer); err != nil {
		return err
	}
	var list []json.RawMessage
	if err := json.Unmarshal(answer[name], &list); err != nil {
		return err
	}
	if len(list) == 0 && !c.AsJSON {
		fmt.Fprint(c.Out, none)
	}
	return WriteRows(c.Env, list, row)
}

// Flags that say where a server has its data.
const (
	DataFlag     = "data"
	DatabaseFlag = "database"
)

// AddDatabaseFlag adds the flag of commands that use a server's database.
func AddDatabaseFlag(flags *pflag.FlagSet, to *string) {
	flags.StringVar(to, DatabaseFlag, "", "the PostgreSQL database at `ADDRESS` (default: PLATEAU_DATABASE, or the file in the data folder)")
}

// ChosenDatabase completes and checks the value of the flag.
func ChosenDatabase(address *string) (err error) {
	if *address = cmp.Or(*address, os.Getenv("PLATEAU_DATABASE")); *address == "" {
		return nil
	}
	if *address, err = CheckDatabase(*address); err != nil {
		return Usagef("--%s: %v", DatabaseFlag, err)
	}
	return nil
}

// CheckDatabase refuses what is no address of a database. The file in the data folder
// has an empty one.
func CheckDatabase(text string) (string, error) {
	if text == FileDatabase {
		return "", nil
	}
	return text, postgres.Check(text)
}

// FileDatabase is the address of the file in the data folder.
const FileDatabase = "sqlite:"

// DataFolder is where online games are stored.
func DataFolder(chosen string) (string, error) {
	if chosen != "" {
		return chosen, nil
	}
	if dir := DataDir(); dir != "" {
		return dir, nil
	}
	return "", fmt.Errorf("there is no data folder for online games; name one with --%s", DataFlag)
}

// DataDir is the user's data folder, empty where there is none.
func DataDir() string { return config.DataDir(runtime.GOOS, os.Getenv) }

// TablebasesName is the folder of the tablebases in a data folder, and the flag for another.
const TablebasesName = "tablebases"

// TablebasesDir is where tablebases are unless a flag says otherwise; it is
// empty where there is no data folder.
func TablebasesDir() string {
	if dir := DataDir(); dir != "" {
		return filepath.Join(dir, TablebasesName)
	}
	return ""
}

// AddTablebasesFlag adds the flag for the folder.
func (e *Env) AddTablebasesFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&e.Tablebases, TablebasesName, "",
		"use the tablebases in the folder `DIR` (default: tablebases in the data folder)")
}

// Known is what is known about the games on this machine, opened once.
func (e *Env) Known() *knowledge.Knowledge {
	if e.Knowledge == nil {
		e.Knowledge = e.OpenKnowledge("", e.ReportFailure)
	}
	return e.Knowledge
}

// OpenKnowledge opens what is known, with the tablebases that a flag names or those in
// a data folder, by default the user's.
func (e *Env) OpenKnowledge(data string, report func(g game.Game, err error)) *knowledge.Knowledge {
	folder := e.Tablebases
	switch {
	case folder != "":
	case data != "":
		folder = filepath.Join(data, TablebasesName)
	default:
		folder = TablebasesDir()
	}
	return knowledge.New(knowledge.Config{Games: e.Catalogue, Data: e.Data, Folder: folder, Report: report})
}

// ReportFailure says that values cannot be looked up.
func (e *Env) ReportFailure(g game.Game, err error) {
	e.Warnf("the tablebase of %s cannot be read: %v; searching instead, so not all is exact",
		e.Texts().Game(g), err)
}

// Sizes of the transposition tables of engines. Memory is taken only as far as
// it is filled.
const (
	ThinkingBytes = 256 << 20 // for one engine that has the machine to itself
	PlayingBytes  = 16 << 20  // for each of many
)

// NewEngine makes an engine with all that is known about a game on this machine.
func (e *Env) NewEngine(g game.Game, workers, transpositionBytes int) (engine.Engine, error) {
	return e.Known().NewEngine(g, engine.Options{
		TranspositionBytes: transpositionBytes, Workers: workers,
		Parallel: func(n int, do func(worker, i int)) {
			// The engine's own context ends the pieces; none may be left out.
			_ = parallel.For(context.Background(), workers, n, do)
		},
	})
}

// NoteStrongest says that a game has no perfect player here.
func (e *Env) NoteStrongest(g game.Game) {
	hint := ""
	if command := e.SolveLine(g); command != "" {
		hint = fmt.Sprintf(" ('%s' changes that)", command)
	}
	e.Warnf("the values of %s are not known here%s: the level %s is %s",
		e.Texts().Game(g), hint, engine.Perfect, StrongestWord)
}

// SolveLine is the command that computes the values of a game, or "" if there is none.
func (e *Env) SolveLine(g game.Game) string {
	method := e.Catalogue.Of(g).Method
	switch {
	case method == nil || method.Open == nil:
		return ""
	case method.Packing != nil:
		return fmt.Sprintf("plateau solve %s --pack", g.ID())
	}
	return "plateau solve " + g.ID()
}
