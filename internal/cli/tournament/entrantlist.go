package tournament

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"plateau/internal/cli/env"
	"plateau/tournament"
)

// Lists of entrants come from spreadsheets and messages: with tabs, quotes and
// numbers before the names.

// listed is an entrant as typed, with the line of the list it was in; 0 for an
// argument.
type listed struct {
	text string
	line int
}

// about says in which line of a list something is wrong.
func (l listed) about(err error) error {
	if err == nil || l.line == 0 {
		return err
	}
	return fmt.Errorf("line %d: %w", l.line, err)
}

var leadingNumber = regexp.MustCompile(`^(\d+)(?:[.)]\s*|\t)`)

// readEntrantList reads entrants, one per line. Where every line begins with its
// number, that is no part of the name.
func readEntrantList(from io.Reader) ([]listed, error) {
	var list []listed
	numbered := true
	in := bufio.NewScanner(from)
	for line := 1; in.Scan(); line++ {
		text := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\ufeff"))
		if text == "" {
			continue
		}
		list = append(list, listed{text, line})
		found := leadingNumber.FindStringSubmatch(text)
		numbered = numbered && found != nil && found[1] == strconv.Itoa(len(list))
	}
	if numbered {
		for i := range list {
			list[i].text = leadingNumber.ReplaceAllString(list[i].text, "")
		}
	}
	return list, in.Err()
}

// addCommands are those that add entrants. What cannot be added is refused here
// already, because only here is known in which line it is.
func addCommands(t *tournament.Tournament, list []listed, account string) ([]tournament.Command, error) {
	var commands []tournament.Command
	for _, l := range list {
		e, err := parseEntrant(l.text)
		if err != nil {
			return nil, l.about(err)
		}
		e.Account = account
		c := tournament.Add{Entrant: e}
		d, err := tournament.Decide(t, c, tournament.Moment{Now: time.Now()})
		if err != nil {
			return nil, l.about(err)
		}
		t, commands = d.Tournament, append(commands, c)
	}
	return commands, nil
}

var nameAndRating = regexp.MustCompile(`^([^,]*),\s*("?\d+"?)\s*(?:,(.*))?$`)

// parseEntrant reads NAME;RATING;CATEGORY;MEMBER,MEMBER. Tabs do for semicolons, and
// commas after a name that a rating follows; so "Lee, Ann" is a name.
func parseEntrant(text string) (tournament.Entrant, error) {
	parts := strings.Split(text, ";")
	if len(parts) == 1 {
		parts = strings.Split(text, "\t")
	}
	if found := nameAndRating.FindStringSubmatch(text); len(parts) == 1 && found != nil {
		parts = found[1:]
	}
	if len(parts) > 4 {
		return tournament.Entrant{}, env.Usagef("%s: an entrant is NAME;RATING;CATEGORY;MEMBERS", text)
	}
	for i := range parts {
		parts[i] = strings.Join(strings.Fields(unquoted(strings.TrimSpace(parts[i]))), " ")
	}
	parts = append(parts, "", "", "")
	e := tournament.Entrant{Name: parts[0], Category: parts[2]}
	if parts[1] != "" {
		rating, err := strconv.Atoi(parts[1])
		if err != nil {
			return e, tournament.BadRating.Refuse(parts[1])
		}
		e.Rating = rating
	}
	e.Members = parseMembers(parts[3])
	return e, nil
}

// unquoted is a cell of a table without the quotation marks around it.
func unquoted(cell string) string {
	if len(cell) >= 2 && strings.HasPrefix(cell, `"`) && strings.HasSuffix(cell, `"`) {
		return strings.ReplaceAll(cell[1:len(cell)-1], `""`, `"`)
	}
	return cell
}
