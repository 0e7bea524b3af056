package line

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
)

// lobby lists the tables and goes to them.
func (s *visitor) lobby(ctx context.Context) error {
	if err := s.list(ctx); err != nil {
		return err
	}
	for {
		line, err := s.next(ctx)
		if err != nil {
			return err
		}
		command, argument, _ := strings.Cut(line, " ")
		argument = strings.TrimSpace(argument)
		switch {
		case line == "", command == "tables":
			err = s.list(ctx)
		case isQuit(line):
			return errQuit
		case command == "help":
			s.help(lobbyCommands)
		case command == "open":
			err = s.open(ctx, argument)
		case command == "go":
			err = s.goTo(ctx, argument)
		case command == "rules":
			s.rules(argument)
		default:
			if _, failure := strconv.Atoi(line); failure == nil || len(line) >= leastID {
				err = s.goTo(ctx, line)
			} else {
				s.unknown(line, lobbyCommands)
			}
		}
		if err != nil {
			return err
		}
	}
}

// leastID is the length from which on a text may be the id of a table, and no
// command.
const leastID = 12

// list lists the player's tables, and those that wait for players.
func (s *visitor) list(ctx context.Context) error {
	s.listed = nil
	if s.Player.ID != "" {
		var own api.Tables
		if err := s.Client.Call(ctx, http.MethodGet, "/me/tables", nil, &own); err != nil {
			s.say(s.words.Problem(err))
			return ctx.Err()
		}
		own.Tables = slices.DeleteFunc(own.Tables, func(t api.Summary) bool { return t.Phase == client.Over })
		s.number("online.mine", own.Tables)
	}
	var lobby api.Lobby
	if err := s.Client.Call(ctx, http.MethodGet, "/lobby", nil, &lobby); err != nil {
		s.say(s.words.Problem(err))
		return ctx.Err()
	}
	lobby.Tables = slices.DeleteFunc(lobby.Tables, func(t api.Summary) bool {
		return slices.ContainsFunc(t.Sitters, func(sitter play.Sitter) bool { return sitter.Player == s.Player.ID && s.Player.ID != "" })
	})
	if len(lobby.Tables) == 0 {
		s.tell("online.lobby.none")
	}
	s.number("online.lobby", lobby.Tables)
	s.tell("terminal.visit.lobbyHelp")
	return nil
}

// number lists tables, each with the number to go to it.
func (s *visitor) number(head string, list []api.Summary) {
	if len(list) == 0 {
		return
	}
	s.say(s.words.Text(head) + ":")
	for _, t := range list {
		s.listed = append(s.listed, t)
		text := fmt.Sprintf("%d: %s, %s, %s", len(s.listed), s.words.Game(t.Terms.Game), strings.Join(s.words.Names(t.Sitters), ", "), s.words.Time(t.Terms.Time))
		if t.Phase == client.Running && t.ToMove != nil && t.Sitters[*t.ToMove].Player == s.Player.ID {
			text += ", " + s.words.Text("online.mine.yourTurn")
		}
		s.say(text + ".")
	}
}

// unknown says that a line is no command, and what may have been meant.
func (s *visitor) unknown(line string, commands [][2]string) {
	s.tell("terminal.noCommand", "command", line)
	var names []string
	for _, c := range commands {
		name, _, _ := strings.Cut(c[0], " ")
		names = append(names, name)
	}
	command, _, _ := strings.Cut(line, " ")
	s.suggest(command, names)
}

// named is the game that is named after a command. If there is none, it says what may
// have been meant.
func (s *visitor) named(command, id string) (game.Game, bool) {
	g, err := s.Games.Games().Find(id)
	if err == nil {
		return g, true
	}
	ids := text.Each(s.Games.Games(), game.Game.ID)
	if near := local.Nearest(id, ids); len(near) > 0 {
		s.tell("terminal.didYouMean", "text", command+" "+near[0])
	} else {
		s.tell("terminal.visit.openWhat", "games", strings.Join(ids, ", "))
	}
	return nil, false
}

// rules explains a game.
func (s *visitor) rules(id string) {
	g, ok := s.named("rules", id)
	if !ok {
		return
	}
	rules, err := s.Games.Of(g).Rulebook.Book(s.Texts.Code)
	if err == nil {
		g, err = s.Games.Games().Find(rules.Game)
	}
	if err == nil {
		err = text.Page{Game: g, Texts: s.Texts, Plain: true, Style: text.Style{ASCII: s.Texts.ASCII}, Width: onlineWidth}.Write(rules, s.out)
	}
	if err != nil {
		s.refuse(err)
	}
}

// open opens a table that everybody sees: of a game and, if wanted, with a clock.
func (s *visitor) open(ctx context.Context, argument string) error {
	id, clock, _ := strings.Cut(argument, " ")
	g, ok := s.named("open", id)
	if !ok {
		return nil
	}
	terms := play.Terms{Game: g.ID(), Listed: true, Spectators: true, Chat: true}
	if clock != "" {
		control, err := local.ParseTimeControl(clock)
		if err != nil {
			s.refuse(err)
			return nil
		}
		terms.Time = play.Time{Main: play.Millis(control.Main.Milliseconds()), Increment: play.Millis(control.Increment.Milliseconds())}
	}
	chairs := make([]api.Chair, len(g.Seats()))
	chairs[0].Me = true
	answer, err := s.Client.Open(ctx, terms, chairs, rand.Text())
	if err != nil {
		s.say(s.words.Problem(err))
		return ctx.Err()
	}
	if err := s.play(ctx, answer.Table); err != nil {
		return err
	}
	return s.list(ctx)
}

// goTo goes to a table by its number, its id or its link.
func (s *visitor) goTo(ctx context.Context, text string) error {
	id := play.TableID(text[strings.LastIndexByte(text, '/')+1:])
	if number, err := strconv.Atoi(text); err == nil {
		if number < 1 || number > len(s.listed) {
			s.tell("terminal.visit.lobbyHelp")
			return nil
		}
		id = s.listed[number-1].ID
	}
	if err := s.play(ctx, id); err != nil {
		return err
	}
	return s.list(ctx)
}

// The commands, with the messages that explain them.
var (
	lobbyCommands = [][2]string{
		{"tables", "terminal.visit.help.tables"},
		{"go N", "terminal.visit.help.go"},
		{"open GAME [MINUTES+SECONDS]", "terminal.visit.help.open"},
		{"rules GAME", "terminal.help.rules"},
		{"help", "terminal.help.help"},
		{"quit", "terminal.visit.help.quit"},
	}
	tableCommands = [][2]string{
		{"sit", "table.sit"},
		{"moves", "terminal.help.moves"},
		{"board", "terminal.help.board"},
		{"time", "terminal.help.time"},
		{"rules", "terminal.help.rules"},
		{"say TEXT", "terminal.visit.help.say"},
		{"draw", "terminal.help.draw"},
		{"undo", "terminal.visit.help.undo"},
		{"accept", "terminal.visit.help.accept"},
		{"decline", "terminal.visit.help.decline"},
		{"resign", "terminal.help.resign"},
		{"rematch", "terminal.visit.help.rematch"},
		{"leave", "terminal.visit.help.leave"},
		{"help", "terminal.help.help"},
		{"quit", "terminal.visit.help.quit"},
	}
)

func (s *visitor) help(commands [][2]string) {
	for _, c := range commands {
		s.say(s.words.Labelled(c[0], s.words.Text(c[1])))
	}
}
