package prompt

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"plateau/internal/tui/caption"
)

// command is something a player can type beside a move.
type command struct {
	name string
	// argument is how the help writes what follows the name.
	argument string
	help     string
	run      func(s *Session, ctx context.Context, argument string)
}

// commands are in the order of the help.
func commands() []command {
	return []command{
		{"?", "[CELL]", "list the legal moves, or those with a cell or a beginning", (*Session).listMoves},
		{"hint", "", "tell the best move and what it is worth", (*Session).hint},
		{"values", "", "list the moves by what they are worth, best first", (*Session).values},
		{"undo", "", "take back the last move, a resignation or an agreed draw", (*Session).undo},
		{"redo", "", "play a move again that was taken back", (*Session).redo},
		{"draw", "", "offer a draw, which the other side accepts or declines", (*Session).offerDraw},
		{"accept", "", "agree to the draw", (*Session).acceptDraw},
		{"decline", "", "play on", (*Session).declineDraw},
		{"resign", "", "give the game up", (*Session).resign},
		{"save", "FILE", "write the game to a new file; save! overwrites", (*Session).save},
		{"save!", "FILE", "", (*Session).saveOver},
		{"load", "FILE [N]", "go on with the game of a file, or with its Nth", (*Session).load},
		{"board", "", "draw the board", (*Session).board},
		{"history", "", "list the moves played", (*Session).history},
		{"help", "", "show this help", (*Session).help},
		{"quit", "", "leave; the game is saved after every move anyway", (*Session).leave},
		{"exit", "", "", (*Session).leave},
	}
}

// obey does what a line says: a command, or else a move.
func (s *Session) obey(ctx context.Context, line string) {
	if line == "" {
		return
	}
	word, argument, _ := strings.Cut(line, " ")
	if after, ok := strings.CutPrefix(line, "?"); ok {
		word, argument = "?", after
	}
	for _, c := range commands() {
		if strings.EqualFold(c.name, word) {
			c.run(s, ctx, strings.TrimSpace(argument))
			return
		}
	}
	s.play(line)
}

func (s *Session) help(context.Context, string) {
	fmt.Fprintln(s.out, s.Style.MoveHelp(s.match.Game())+"\nCommands:")
	for _, c := range commands() {
		if c.help != "" {
			fmt.Fprintf(s.out, "  %-15s %s\n", c.name+" "+c.argument, c.help)
		}
	}
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
	s.decide(s.match.Resign(s.speaker()))
}

func (s *Session) offerDraw(context.Context, string) {
	speaker := s.player(s.speaker())
	if err := s.match.OfferDraw(s.speaker()); err != nil {
		s.refuse(err)
		return
	}
	s.say(speaker + " offers a draw.")
}

func (s *Session) acceptDraw(context.Context, string) {
	s.decide(s.match.AcceptDraw(s.speaker()))
}

func (s *Session) declineDraw(context.Context, string) {
	speaker := s.player(s.speaker())
	if err := s.match.DeclineDraw(s.speaker()); err != nil {
		s.refuse(err)
		return
	}
	s.say(speaker + " declines.")
}

// decide tells and saves the end that a player has decided on.
func (s *Session) decide(err error) {
	if err != nil {
		s.refuse(err)
		return
	}
	s.keep()
	s.showBoard()
}
