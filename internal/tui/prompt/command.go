package prompt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"plateau/game"
	"plateau/internal/durable"
	"plateau/internal/tui/caption"
)

// command is what a player can type instead of a move.
type command struct {
	name string
	// argument is how the help writes the argument; empty if there is none.
	argument string
	help     string
	run      func(s *Session, ctx context.Context, argument string)
}

// commands are in the order of the help.
func commands() []command {
	return []command{
		{"?", "[CELL]", "list the legal moves, or those with a cell or a beginning", (*Session).listMoves},
		{"hint", "", "show the best move and what it is worth", (*Session).hint},
		{"values", "", "list the moves by what they are worth, best first", (*Session).values},
		{"undo", "[N]", "take back the last move, or N moves; also undoes a resignation or a draw", (*Session).undo},
		{"redo", "[N]", "replay the last move that was taken back, or N moves", (*Session).redo},
		{"draw", "", "offer a draw, which the other side accepts or declines", (*Session).offerDraw},
		{"accept", "", "accept the draw", (*Session).acceptDraw},
		{"decline", "", "decline the draw and play on", (*Session).declineDraw},
		{"resign", "", "resign the game", (*Session).resign},
		{"save", "FILE", "write the game to a new file", func(s *Session, _ context.Context, path string) { s.save(path, durable.Create) }},
		{"save!", "FILE", "write the game to a file, replacing it if it exists", func(s *Session, _ context.Context, path string) { s.save(path, durable.Replace) }},
		{"load", "FILE [N]", "continue the game in a file, or its Nth game", (*Session).load},
		{"board", "", "draw the board", (*Session).board},
		{"rules", "", "explain the rules of the game", (*Session).rules},
		{"history", "", "list the moves played", (*Session).history},
		{"help", "[COMMAND]", "explain all commands, or one", (*Session).help},
		{"quit", "", "leave; the game is saved after every move", (*Session).leave},
		{"exit", "", "the same as quit", (*Session).leave},
	}
}

func findCommand(name string) (command, bool) {
	for _, c := range commands() {
		if strings.EqualFold(c.name, name) {
			return c, true
		}
	}
	return command{}, false
}

// execute runs a line: a command, or else a move.
func (s *Session) execute(ctx context.Context, line string) {
	if line == "" {
		return
	}
	word, argument, _ := strings.Cut(line, " ")
	if after, ok := strings.CutPrefix(line, "?"); ok {
		word, argument = "?", after
	}
	argument = strings.TrimSpace(argument)
	c, found := findCommand(word)
	switch {
	case !found:
		s.play(line)
	case c.argument == "" && argument != "":
		s.say(c.name + " takes no argument.")
	default:
		c.run(s, ctx, argument)
	}
}

// help explains all commands, or one of them.
func (s *Session) help(_ context.Context, name string) {
	if name != "" {
		if c, found := findCommand(name); found {
			s.writeHelp(c)
		} else {
			s.say("There is no command " + name + "; help lists them all.")
		}
		return
	}
	fmt.Fprintln(s.out, s.Style.MoveHelp(s.match.Game())+"\nCommands:")
	for _, c := range commands() {
		s.writeHelp(c)
	}
}

func (s *Session) writeHelp(c command) {
	head := fmt.Sprintf("  %-16s", strings.TrimSpace(c.name+" "+c.argument))
	fmt.Fprint(s.out, caption.Wrap(strings.Fields(c.help), s.Width, head))
}

// count reads the optional number of moves of undo and redo.
func (s *Session) count(command, argument string) (n int, ok bool) {
	if argument == "" {
		return 1, true
	}
	n, err := strconv.Atoi(argument)
	if err != nil || n < 1 {
		s.say(command + " takes a number of moves, such as " + command + " 2.")
		return 0, false
	}
	return n, true
}

func (s *Session) board(context.Context, string) { s.showBoard() }

func (s *Session) rules(context.Context, string) {
	if err := s.WriteRules(s.match.Game(), s.out); err != nil {
		s.say(err.Error() + ".")
	}
}

func (s *Session) leave(context.Context, string) { s.quit = true }

// history lists the moves, numbered as in a record.
func (s *Session) history(context.Context, string) {
	if s.match.Plies() == 0 {
		s.say("Nothing has been played yet.")
		return
	}
	var words []string
	for ply := range s.match.Plies() {
		if seats := len(s.match.Players()); ply%seats == 0 {
			words = append(words, strconv.Itoa(ply/seats+1)+".")
		}
		words = append(words, s.match.MoveText(ply))
	}
	fmt.Fprint(s.out, caption.Wrap(words, s.Width, ""))
}

func (s *Session) resign(context.Context, string) {
	s.end(s.match.Resign(s.active()))
}

func (s *Session) offerDraw(context.Context, string) {
	s.announce(s.match.OfferDraw, "offers a draw.")
}

func (s *Session) acceptDraw(context.Context, string) {
	s.end(s.match.AcceptDraw(s.active()))
}

func (s *Session) declineDraw(context.Context, string) {
	s.announce(s.match.DeclineDraw, "declines.")
}

// announce lets the active player do something, and says so.
func (s *Session) announce(do func(seat game.Seat) error, what string) {
	seat := s.active()
	if err := do(seat); err != nil {
		s.refuse(err)
		return
	}
	s.say(s.player(seat) + " " + what)
}

// end saves and shows a game that a player has ended.
func (s *Session) end(err error) {
	if err != nil {
		s.refuse(err)
		return
	}
	s.autosave()
	s.showBoard()
}

// autosave saves the game. If that fails, it says so once and play continues.
func (s *Session) autosave() {
	before := s.Store.Path()
	moved, err := s.Store.Save(s.Game.snapshot(s.match))
	if after := s.Store.Path(); before != "" && after != before {
		s.sayPath("Another session has taken " + before + "; this game is now saved in " + after + ".")
	}
	if moved != "" {
		s.sayPath("An unfinished game was saved there; it is now in " + moved + ".")
	}
	if err != nil && s.saveError == nil {
		s.sayPath("This game cannot be saved: " + err.Error() + ". You can play on, but it is lost when you leave.")
	}
	s.saveError = err
}

// save writes the game to a file with durable.Create or durable.Replace.
func (s *Session) save(path string, write func(path string, parts ...[]byte) error) {
	if path == "" {
		s.say("Name the file: save FILE.")
		return
	}
	var text bytes.Buffer
	err := game.WriteRecord(&text, s.Game.snapshot(s.match))
	if err == nil {
		err = write(path, text.Bytes())
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		s.sayPath(path + " exists already; save! " + path + " replaces it.")
	case err != nil:
		s.refuse(fmt.Errorf("the game was not saved: %w", err))
	default:
		s.sayPath("Saved in " + path + ".")
	}
}

// load continues a game of a file.
func (s *Session) load(_ context.Context, argument string) {
	if argument == "" {
		s.say("Name the file: load FILE.")
		return
	}
	path, number := splitNumber(argument)
	saved, err := Load(path, number, s.Games)
	if saved.Record == nil {
		s.refuse(fmt.Errorf("nothing was loaded: %w", err))
		return
	}
	if err != nil {
		s.sayPath(err.Error() + ". This is what comes before the damage.")
	}
	s.Store.Forget()
	s.Game, s.match = saved, saved.Record.Match()
	if s.match.Plies() > 0 {
		s.autosave()
	}
	s.introduce()
}

// splitNumber splits "FILE N"; the name of the file may have spaces and numbers
// in it.
func splitNumber(argument string) (path string, number int) {
	if _, err := os.Lstat(argument); err == nil {
		return argument, 1
	}
	if i := strings.LastIndexByte(argument, ' '); i > 0 {
		if n, err := strconv.Atoi(argument[i+1:]); err == nil && n > 0 {
			return strings.TrimSpace(argument[:i]), n
		}
	}
	return argument, 1
}

// Load reads a game of a file, counted from 1. For a damaged game it returns
// what comes before the damage together with the error.
func Load(path string, number int, games game.List) (Saved, error) {
	f, err := os.Open(path)
	if err != nil {
		return Saved{}, err
	}
	defer f.Close()
	reader := game.NewRecordReader(f, games)
	for n := 1; ; n++ {
		rec, err := reader.Read()
		var damage *game.RecordError
		switch {
		case errors.Is(err, io.EOF):
			return Saved{}, fmt.Errorf("%s has %s", path, caption.Count(n-1, "game"))
		case err != nil && (!errors.As(err, &damage) || n == number && rec == nil):
			return Saved{}, fmt.Errorf("%s: %w", path, err)
		case n < number:
		case err != nil:
			return SavedFrom(rec), fmt.Errorf("%s: %w", path, err)
		default:
			return SavedFrom(rec), nil
		}
	}
}

// undo takes back the last move of a person, or the last N. The moves that the
// computer has made since then go with it: it would repeat them at once.
func (s *Session) undo(_ context.Context, argument string) {
	n, ok := s.count("undo", argument)
	if !ok {
		return
	}
	plies, over := s.match.Plies(), s.over()
	for done := 0; done < n && s.undoOne(); done++ {
		continue
	}
	taken := plies - s.match.Plies()
	switch {
	case taken > 0:
		s.say("Took back " + caption.Count(taken, "move") + ".")
	case over && !s.over():
		s.say("The game continues.")
	case plies > 0:
		s.say("There is no move of yours to take back.")
		return
	default:
		s.say("There is nothing to take back.")
		return
	}
	s.autosave()
	s.showBoard()
}

// undoOne takes back a resignation, an agreed draw, or the last move of a
// person with all that follow it. It reports whether there was any.
func (s *Session) undoOne() bool {
	plies, back := s.match.Plies(), s.lastPersonsPly()
	if !s.match.Undo() {
		return false
	}
	if s.match.Plies() == plies {
		return true
	}
	if back < 0 {
		s.match.Redo()
		return false
	}
	for s.match.Plies() > back {
		s.match.Undo()
	}
	return true
}

// lastPersonsPly is the ply of the last move that a person made, or -1.
func (s *Session) lastPersonsPly() int {
	for ply := s.match.Plies() - 1; ply >= 0; ply-- {
		if !s.automatic(s.match.PositionAfter(ply).ToMove()) {
			return ply
		}
	}
	return -1
}

// redo replays moves up to the next turn of a person, or N times that.
func (s *Session) redo(_ context.Context, argument string) {
	n, ok := s.count("redo", argument)
	if !ok {
		return
	}
	plies := s.match.Plies()
	for range n {
		if !s.match.Redo() {
			break
		}
		for s.automatic(s.match.Position().ToMove()) && s.match.Redo() {
			continue
		}
	}
	replayed := s.match.Plies() - plies
	if replayed == 0 {
		s.say("There is nothing to replay.")
		return
	}
	s.say("Replayed " + caption.Count(replayed, "move") + ".")
	s.autosave()
	s.showBoard()
}
