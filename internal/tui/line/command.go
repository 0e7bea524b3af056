package line

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"plateau/game"
	"plateau/internal/durable"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
)

// command is what a player can type instead of a move.
type command struct {
	name string
	// argument is how the help writes the argument; empty if there is none.
	argument string
	// help is the key of what the help says.
	help string
	run  func(s *Session, ctx context.Context, argument string)
}

// commands are in the order of the help.
func commands() []command {
	return []command{
		{"?", "[CELL]", "terminal.help.moves", (*Session).listMoves},
		{"hint", "", "terminal.help.hint", (*Session).hint},
		{"values", "", "terminal.help.values", (*Session).values},
		{"undo", "[N]", "terminal.help.undo", (*Session).undo},
		{"redo", "[N]", "terminal.help.redo", (*Session).redo},
		{"draw", "", "terminal.help.draw", func(s *Session, _ context.Context, _ string) { s.announce(s.Match.OfferDraw, "terminal.offersDraw") }},
		{"accept", "", "terminal.help.accept", func(s *Session, _ context.Context, _ string) { s.end(s.Match.AcceptDraw(s.Active())) }},
		{"decline", "", "terminal.help.decline", func(s *Session, _ context.Context, _ string) { s.announce(s.Match.DeclineDraw, "terminal.declines") }},
		{"resign", "", "terminal.help.resign", (*Session).resign},
		{"time", "", "terminal.help.time", (*Session).showClocks},
		{"again", "", "terminal.help.again", func(s *Session, _ context.Context, _ string) { s.playAgain(false) }},
		{"swap", "", "terminal.help.swap", func(s *Session, _ context.Context, _ string) { s.playAgain(true) }},
		{"review", "", "terminal.help.review", (*Session).review},
		{"save", "FILE", "terminal.help.save", func(s *Session, _ context.Context, path string) { s.save(path, durable.Create) }},
		{"save!", "FILE", "terminal.help.replace", func(s *Session, _ context.Context, path string) { s.save(path, durable.Replace) }},
		{"load", "FILE [N]", "terminal.help.load", (*Session).load},
		{"saved", "", "terminal.help.saved", (*Session).listSaved},
		{"name", "NAME", "terminal.help.name", (*Session).nameGame},
		{"resume", "NAME", "terminal.help.resume", (*Session).resumeNamed},
		{"delete", "NAME", "terminal.help.delete", (*Session).deleteNamed},
		{"board", "", "terminal.help.board", (*Session).board},
		{"history", "", "terminal.help.history", (*Session).history},
		{"rules", "", "terminal.help.rules", (*Session).rules},
		{"help", "[COMMAND]", "terminal.help.help", (*Session).help},
		{"quit", "", "terminal.help.quit", (*Session).leave},
		{"exit", "", "terminal.help.exit", (*Session).leave},
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
		s.tell("terminal.noArgument", "command", c.name)
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
			s.tell("terminal.noCommand", "command", name)
			s.suggest(name, commandNames())
		}
		return
	}
	s.say(s.howToMove())
	s.tell("terminal.commands")
	for _, c := range commands() {
		s.writeHelp(c)
	}
}

func (s *Session) writeHelp(c command) {
	head := fmt.Sprintf("  %-16s", strings.TrimSpace(c.name+" "+c.argument))
	fmt.Fprint(s.out, text.Paragraph(s.text(c.help), s.Width, head))
}

// howToMove explains how a move is typed, as the refusal of an unreadable one
// does.
func (s *Session) howToMove() string {
	start := s.Match.Start()
	_, err := start.ParseMove("?")
	var refusal *game.Refusal
	if !errors.As(err, &refusal) {
		return ""
	}
	return s.Texts.Phrase(refusal.Phrase, refusal.Params...)
}

// rules shows the rules of the game.
func (s *Session) rules(ctx context.Context, _ string) {
	lines, err := s.Rules(s.Match.Game())
	if err != nil {
		s.refuse(err)
		return
	}
	s.read(ctx, lines)
}

// showClocks says what each player has left.
func (s *Session) showClocks(context.Context, string) {
	if !s.HasClock() {
		s.tell("terminal.noClock")
		return
	}
	for i := range s.Match.Players() {
		left := local.ClockText(s.Left(game.Seat(i)))
		fmt.Fprintf(s.out, "%s: %s\n", s.player(game.Seat(i)), left)
	}
}

// count reads the optional number of moves of undo and redo.
func (s *Session) count(command, argument string) (n int, ok bool) {
	if argument == "" {
		return 1, true
	}
	n, err := strconv.Atoi(argument)
	if err != nil || n < 1 {
		s.tell("terminal.count", "command", command)
		return 0, false
	}
	return n, true
}

func (s *Session) board(context.Context, string) { s.showBoard() }

func (s *Session) leave(context.Context, string) { s.quit = true }

// history lists the moves, numbered as in a record.
func (s *Session) history(context.Context, string) {
	if s.Match.Plies() == 0 {
		s.tell("play.moves.none")
		return
	}
	fmt.Fprint(s.out, text.Wrap(text.NumberedMoves(s.Match), s.Width, ""))
}

// resign ends the game, after asking a person.
func (s *Session) resign(ctx context.Context, _ string) {
	seat := s.Active()
	if s.Interactive && !s.Over() && !s.confirm(ctx, s.text("play.resign.text", "name", s.Who(seat, s.Texts))) {
		s.tell("terminal.goesOn")
		return
	}
	s.end(s.Match.Resign(seat))
}

// announce lets the active player do something, and says so.
func (s *Session) announce(do func(seat game.Seat) error, key string) {
	seat := s.Active()
	if err := do(seat); err != nil {
		s.refuse(err)
		return
	}
	s.tell(key, "who", s.player(seat))
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
func (s *Session) autosave() { s.report(s.Save()) }

// report tells what is worth telling about a save.
func (s *Session) report(news local.SaveNews) {
	if news.Taken != "" {
		s.tellPath("terminal.taken", "path", news.Taken, "newPath", news.Path)
	}
	if news.Moved != "" {
		s.tellPath("terminal.movedAside", "path", news.Moved)
	}
	if news.Err != nil {
		s.tellPath("terminal.cannotSave", "problem", news.Err.Error())
	}
}

// save writes the game to a file with durable.Create or durable.Replace.
func (s *Session) save(path string, write func(path string, parts ...[]byte) error) {
	if path == "" {
		s.tell("terminal.nameFile", "command", "save")
		return
	}
	var text bytes.Buffer
	err := game.WriteRecord(&text, s.Saved.Snapshot(s.Match))
	if err == nil {
		err = write(path, text.Bytes())
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		s.tellPath("terminal.exists", "path", path, "command", "save! "+path)
	case err != nil:
		s.tellPath("terminal.notSaved", "problem", err.Error())
	default:
		s.tellPath("terminal.savedIn", "path", path)
	}
}

// load continues a game of a file.
func (s *Session) load(_ context.Context, argument string) {
	if argument == "" {
		s.tell("terminal.nameFile", "command", "load")
		return
	}
	path, number := splitNumber(argument)
	saved, err := local.Load(path, number, s.Games)
	if saved.Record == nil {
		s.tellPath("terminal.notLoaded", "problem", s.problem(err))
		return
	}
	if err != nil {
		s.tellPath("terminal.damaged", "problem", s.problem(err))
	}
	s.Store.Forget()
	s.start(saved)
	if s.Match.Plies() > 0 {
		s.autosave()
	}
	s.introduce()
}

// problem is an error within a sentence, without its stop.
func (s *Session) problem(err error) string {
	var refusal *game.Refusal
	if !errors.As(err, &refusal) {
		return err.Error()
	}
	return strings.TrimSuffix(s.Texts.Error(err), ".")
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

// undo takes back the last move of a person, or the last N.
func (s *Session) undo(_ context.Context, argument string) {
	n, ok := s.count("undo", argument)
	if !ok {
		return
	}
	played := s.Match.Plies() > 0
	switch taken, goesOn := s.Undo(n); {
	case taken > 0:
		s.tell("terminal.tookBack", "n", taken)
	case goesOn:
		s.tell("terminal.goesOn")
	case played:
		s.tell("phrase.takeback.none")
		return
	default:
		s.tell("terminal.nothingToTakeBack")
		return
	}
	s.autosave()
	s.showBoard()
}

// redo replays moves up to the next turn of a person, or N times that.
func (s *Session) redo(_ context.Context, argument string) {
	n, ok := s.count("redo", argument)
	if !ok {
		return
	}
	replayed := s.Redo(n)
	if replayed == 0 {
		s.tell("terminal.nothingToReplay")
		return
	}
	s.tell("terminal.replayed", "n", replayed)
	s.autosave()
	s.showBoard()
}
