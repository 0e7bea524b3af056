package prompt

import (
	"context"
	"fmt"
	"strconv"
	"strings"

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
	const column = 18
	text := caption.Wrap(strings.Fields(c.help), s.Width, strings.Repeat(" ", column))
	fmt.Fprintf(s.out, "  %-*s%s", column-2, strings.TrimSpace(c.name+" "+c.argument), text[column:])
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
	player := s.player(s.active())
	if err := s.match.OfferDraw(s.active()); err != nil {
		s.refuse(err)
		return
	}
	s.say(player + " offers a draw.")
}

func (s *Session) acceptDraw(context.Context, string) {
	s.end(s.match.AcceptDraw(s.active()))
}

func (s *Session) declineDraw(context.Context, string) {
	player := s.player(s.active())
	if err := s.match.DeclineDraw(s.active()); err != nil {
		s.refuse(err)
		return
	}
	s.say(player + " declines.")
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
