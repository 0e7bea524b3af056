package trf

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits, so that a damaged file cannot make the program run out of memory.
const (
	maxLine    = 64 << 10
	maxPlayers = 5000
	maxRounds  = 100
	// maxForbidden is the number of forbidden pairs: that of tournament.MaxForbidden.
	maxForbidden = 1000
)

// Read reads a report. Lines with tags that it does not know are skipped. Its
// errors about the content are of type [Error].
func Read(r io.Reader) (*File, error) {
	f := &File{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	lines.Split(splitLines)
	number := 0
	for lines.Scan() {
		number++
		text := strings.TrimRight(lines.Text(), " \t")
		if number == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if !utf8.ValidString(text) {
			return nil, &Error{number, "the text is not UTF-8; save the file in that encoding"}
		}
		if err := f.readLine(text); err != nil {
			return nil, &Error{number, err.Error()}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, &Error{number + 1, err.Error()}
	}
	return f, f.check()
}

// splitLines splits at CR, as the standard says, LF, or both.
func splitLines(text []byte, last bool) (advance int, line []byte, err error) {
	end := bytes.IndexAny(text, "\r\n")
	switch {
	case end < 0 && !last:
		return 0, nil, nil
	case end < 0 && len(text) == 0:
		return 0, nil, nil
	case end < 0:
		return len(text), text, nil
	case text[end] == '\n':
		return end + 1, text[:end], nil
	case end+1 < len(text) && text[end+1] == '\n':
		return end + 2, text[:end], nil
	case end+1 == len(text) && !last:
		return 0, nil, nil // LF may follow.
	}
	return end + 1, text[:end], nil
}

func (f *File) readLine(text string) error {
	if len(text) < 3 {
		return nil
	}
	value := strings.TrimSpace(text[3:])
	switch text[:3] {
	case "001":
		if len(f.Players) == maxPlayers {
			return fmt.Errorf("there are more than %d players", maxPlayers)
		}
		p, err := readPlayer([]rune(text))
		if err != nil {
			return err
		}
		f.Players = append(f.Players, p)
	case "132":
		line := []rune(text)
		for at := firstGame; at <= len(line) && len(f.Dates) < maxRounds; at += gameWidth {
			f.Dates = append(f.Dates, columns(line, at, at+7))
		}
	case "XXC":
		for side, name := range initialSides {
			if slices.Contains(strings.Fields(value), name) {
				f.Initial = side
			}
		}
	case "XXP":
		return f.readForbidden(value)
	case "XXR":
		rounds, err := strconv.Atoi(value)
		if err != nil || rounds < 0 || rounds > maxRounds {
			return fmt.Errorf("%q is not a number of rounds up to %d", value, maxRounds)
		}
		f.Rounds = rounds
	default:
		if field := f.text(text[:3]); field != nil {
			*field = value
		}
	}
	return nil
}

// readForbidden reads the numbers of players who are never paired with each other.
func (f *File) readForbidden(value string) error {
	var group []int
	for _, field := range strings.Fields(value) {
		n, err := strconv.Atoi(field)
		if err != nil || n < 1 {
			return fmt.Errorf("%q is not a start number", field)
		}
		group = append(group, n)
	}
	f.Forbidden = append(f.Forbidden, group)
	pairs := 0
	for _, g := range f.Forbidden {
		pairs += len(g) * (len(g) - 1) / 2
	}
	if pairs > maxForbidden || len(f.Forbidden) > maxForbidden {
		return fmt.Errorf("there are more than %d forbidden pairs", maxForbidden)
	}
	return nil
}

// columns are the characters from one column to another, both counted from 1,
// without spaces around them.
func columns(line []rune, from, to int) string {
	if len(line) < from {
		return ""
	}
	return strings.TrimSpace(string(line[from-1 : min(to, len(line))]))
}

// count reads a number in columns, or 0 if there is none.
func count(line []rune, from, to int, what string) (int, error) {
	text := columns(line, from, to)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("columns %d to %d: %q is not %s", from, to, text, what)
	}
	return n, nil
}

// Columns of a player's line.
const (
	firstGame = 92
	gameWidth = 10
)

func readPlayer(line []rune) (Player, error) {
	var p Player
	var err error
	if p.Number, err = count(line, 5, 8, "a start number"); err != nil {
		return p, err
	}
	if p.Number == 0 {
		return p, errors.New("columns 5 to 8: the start number is missing")
	}
	p.Sex, p.Title, p.Name = columns(line, 10, 10), columns(line, 11, 13), columns(line, 15, 47)
	if p.Name == "" {
		return p, errors.New("columns 15 to 47: the name is missing")
	}
	if p.Rating, err = count(line, 49, 52, "a rating"); err != nil {
		return p, err
	}
	p.Federation, p.FIDE, p.Birth = columns(line, 54, 56), columns(line, 58, 68), columns(line, 70, 79)
	if p.HalfPoints, err = readPoints(columns(line, 81, 84)); err != nil {
		return p, err
	}
	if p.Rank, err = count(line, 86, 89, "a rank"); err != nil {
		return p, err
	}
	for at := firstGame; at <= len(line); at += gameWidth {
		if len(p.Games) == maxRounds {
			return p, fmt.Errorf("there are more than %d rounds", maxRounds)
		}
		g, err := readGame(line, at)
		if err != nil {
			return p, err
		}
		p.Games = append(p.Games, g)
	}
	return p, nil
}

func readPoints(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	points, err := strconv.ParseFloat(text, 64)
	if half := points * 2; err == nil && half >= 0 && half == float64(int(half)) {
		return int(half), nil
	}
	return 0, fmt.Errorf("columns 81 to 84: %q is not a number of points", text)
}

func readGame(line []rune, at int) (Game, error) {
	g := Game{Side: NoSide, Result: NoResult}
	var err error
	if g.Opponent, err = count(line, at, at+3, "the number of an opponent"); err != nil {
		return g, err
	}
	switch side := strings.ToLower(columns(line, at+5, at+5)); side {
	case "w", "b", "-":
		g.Side = Side(side[0])
	case "":
	default:
		return g, fmt.Errorf("column %d: the side is w, b or -, not %q", at+5, side)
	}
	result := strings.ToUpper(columns(line, at+7, at+7))
	switch result {
	case "":
	case "W":
		g.Result = Win
	case "D":
		g.Result = Draw
	case "L":
		g.Result = Loss
	case "1", "=", "0", "+", "-", "H", "F", "U", "Z":
		g.Result = Result(result[0])
	default:
		return g, fmt.Errorf("column %d: the result is one of 1 = 0 + - W D L H F U Z, not %q", at+7, result)
	}
	return g, nil
}

// check compares the players with each other.
func (f *File) check() error {
	byNumber := map[int]*Player{}
	for i := range f.Players {
		p := &f.Players[i]
		if byNumber[p.Number] != nil {
			return fmt.Errorf("two players have the start number %d", p.Number)
		}
		byNumber[p.Number] = p
		if f.Rounds > 0 {
			f.Rounds = max(f.Rounds, len(p.Games))
		}
	}
	for _, group := range f.Forbidden {
		for _, n := range group {
			if byNumber[n] == nil {
				return fmt.Errorf("XXP: there is no player %d", n)
			}
		}
	}
	for _, p := range f.Players {
		for round, g := range p.Games {
			if err := checkGame(byNumber, p, round, g); err != nil {
				return fmt.Errorf("round %d of player %d: %w", round+1, p.Number, err)
			}
		}
	}
	return nil
}

// mirrored are the results that the opponent may have.
var mirrored = map[Result]string{Win: "0", Loss: "1", Draw: "=", ForfeitWin: "-", ForfeitLoss: "+-", NoResult: " "}

func checkGame(byNumber map[int]*Player, p Player, round int, g Game) error {
	if g.Opponent == 0 {
		switch g.Result {
		case HalfBye, FullBye, PairingBye, ZeroBye, NoResult:
			return nil
		case ForfeitWin, ForfeitLoss:
			return nil // Some programs write a bye as a win or a loss without a game.
		}
		return fmt.Errorf("the result %c needs an opponent", g.Result)
	}
	other := byNumber[g.Opponent]
	if other == nil || other.Number == p.Number {
		return fmt.Errorf("there is no opponent %d", g.Opponent)
	}
	if round >= len(other.Games) || other.Games[round].Opponent != p.Number {
		return fmt.Errorf("player %d has another opponent", g.Opponent)
	}
	theirs := other.Games[round]
	switch {
	case !strings.ContainsRune(mirrored[g.Result], rune(theirs.Result)) || mirrored[g.Result] == "":
		return fmt.Errorf("the results %c and %c of players %d and %d contradict each other", g.Result, theirs.Result, p.Number, g.Opponent)
	case g.Side != NoSide && g.Side == theirs.Side:
		return fmt.Errorf("players %d and %d have the same side", p.Number, g.Opponent)
	}
	return nil
}
