package tournament

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"plateau/internal/tui/text"

	"github.com/spf13/cobra"

	"plateau/internal/amount"
	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/tournament"
)

// entrantCommands are those about who takes part.
func (a *app) entrantCommands() []*cobra.Command {
	return []*cobra.Command{
		a.tournamentAddCommand(), a.tournamentEditCommand(),
		a.onEntrant("withdraw", "Take somebody out of the following rounds",
			`Take somebody out of the following rounds, or with --me yourself on a server.
Points and games stay, and 'return' takes it back.`,
			"withdraws", func(n int) tournament.Command { return tournament.Withdraw{Number: n} }),
		a.onEntrant("return", "Let somebody who withdrew play again",
			`Let somebody who withdrew play again, or with --me yourself on a server, from
the next round on. The rounds between give no points.`,
			"returns", func(n int) tournament.Command { return tournament.Return{Number: n} }),
		a.tournamentByeCommand(),
		a.onPair("forbid", "Never pair two entrants", "Never pair two entrants, such as members of a family.",
			func(x, y int) tournament.Command { return tournament.Forbid{First: x, Second: y} }),
		a.onPair("allow", "Allow a pair again", "Allow a pair that was forbidden.",
			func(x, y int) tournament.Command { return tournament.Allow{First: x, Second: y} }),
	}
}

func (a *app) tournamentAddCommand() *cobra.Command {
	account := ""
	cmd := fileCommand("add FILE ENTRANT...", "Add players or teams",
		`Add players or teams. An entrant is a name, which a rating, a category and the
members of a team may follow, separated by semicolons; members have commas
between them. With - instead of entrants, they are read from the standard input,
one per line, also as a spreadsheet has them: with tabs, or a comma before the
rating, quotation marks, and numbers before all names. Either all are added or
none.

On a server, --account gives an entrant the account of a member of the class or
club; everybody else joins by themselves.`,
		`  plateau tournament add friday.jsonl Ann 'Ben;1450' 'Cleo;;juniors'
  plateau tournament add cup.jsonl 'The Cubes;;;Ann,Ben'
  plateau tournament add friday.jsonl - < members.txt`,
		env.Takes(env.AnyNumber, "FILE", "ENTRANT"), func(cmd *cobra.Command, args []string) error {
			list := text.Each(args[1:], func(text string) listed { return listed{text: text} })
			if args[1] == env.StdinArg {
				var err error
				if list, err = readEntrantList(a.In); err != nil {
					return err
				}
			}
			if account != "" && len(list) != 1 {
				return env.Usagef("--account is for one entrant, and here are %d", len(list))
			}
			return a.change(cmd, args[0], nil, func(t *tournament.Tournament) ([]tournament.Command, error) {
				return addCommands(t, list, account)
			}, func(t *tournament.Tournament) {
				fmt.Fprintf(a.Out, "%s added; there are now %d.\n", amount.Count(len(list), "entrant"), len(t.Entrants))
			})
		})
	cmd.Flags().StringVar(&account, "account", "", "on a server: the `ID` of the account that the entrant plays with")
	return cmd
}

// parseMembers reads the names of a team, with commas between them.
func parseMembers(text string) []string {
	var members []string
	for member := range strings.SplitSeq(text, ",") {
		if member = strings.TrimSpace(member); member != "" {
			members = append(members, member)
		}
	}
	return members
}

func (a *app) tournamentEditCommand() *cobra.Command {
	var name, category, members string
	var rating int
	var atBoard bool
	cmd := fileCommand("edit FILE ENTRANT", "Change the name, rating, category or members of an entrant", "",
		`  plateau tournament edit friday.jsonl Ann --name 'Ann Lee' --rating 1500
  plateau tournament edit friday.jsonl 3 --category juniors`, env.Takes(0, "FILE", "ENTRANT"), nil)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		number := 0
		return a.changeOne(cmd, args[0], func(t *tournament.Tournament) (tournament.Command, error) {
			n, err := findEntrant(t, args[1])
			if err != nil {
				return nil, err
			}
			number = n
			e := *t.Entrant(n)
			for flag, set := range map[string]func(){
				"name": func() { e.Name = name }, "rating": func() { e.Rating = rating }, "category": func() { e.Category = category },
				"members": func() { e.Members = parseMembers(members) }, "at-board": func() { e.AtBoard = atBoard },
			} {
				if cmd.Flags().Changed(flag) {
					set()
				}
			}
			return tournament.Edit{Entrant: e}, nil
		}, func(t *tournament.Tournament) {
			e := t.Entrant(number)
			fmt.Fprintf(a.Out, "%d is %s, rating %d, category %q.\n", number, e.Name, e.Rating, e.Category)
		})
	}
	cmd.Flags().StringVar(&name, "name", "", "the new `NAME`")
	cmd.Flags().IntVar(&rating, "rating", 0, "the new `RATING`")
	cmd.Flags().StringVar(&category, "category", "", "the new `CATEGORY`")
	cmd.Flags().StringVar(&members, "members", "", "the new `NAMES` of the members of a team, with commas")
	cmd.Flags().BoolVar(&atBoard, "at-board", false, "in a mixed tournament: plays at a real board despite having an account")
	return cmd
}

// onEntrant is a command about one entrant.
func (a *app) onEntrant(name, short, long, verb string, command func(n int) tournament.Command) *cobra.Command {
	me := false
	cmd := fileCommand(name+" FILE ENTRANT", short, long, "  plateau tournament "+name+" friday.jsonl Ann", unlessMe(&me, "FILE", "ENTRANT"),
		func(cmd *cobra.Command, args []string) error {
			if me {
				return a.actForMyself(cmd, args[0], name, struct{}{})
			}
			number := 0
			return a.changeOne(cmd, args[0], func(t *tournament.Tournament) (c tournament.Command, err error) {
				if number, err = findEntrant(t, args[1]); err != nil {
					return nil, err
				}
				return command(number), nil
			}, func(t *tournament.Tournament) {
				fmt.Fprintf(a.Out, "%s %s.\n", t.Name(number), verb)
			})
		})
	addMeFlag(cmd, &me)
	return cmd
}

func (a *app) tournamentByeCommand() *cobra.Command {
	cancel, me := false, false
	cmd := fileCommand("bye FILE ENTRANT ROUND", "Request a half-point bye for a round",
		`Request half a point instead of a game in a Swiss round that is not paired yet.
The tournament says how many each may have ('new --half-byes'). On a server,
--me instead of ENTRANT requests it for yourself.`,
		"  plateau tournament bye friday.jsonl Ann 3\n  plateau tournament bye friday.jsonl Ann 3 --cancel", unlessMe(&me, "FILE", "ENTRANT", "ROUND"),
		func(cmd *cobra.Command, args []string) error {
			round, err := parseCount("round", args[len(args)-1])
			if err != nil {
				return err
			}
			if me {
				return a.actForMyself(cmd, args[0], "bye", api.ByeRequest{Round: round, Cancel: cancel})
			}
			number := 0
			return a.changeOne(cmd, args[0], func(t *tournament.Tournament) (c tournament.Command, err error) {
				if number, err = findEntrant(t, args[1]); err != nil {
					return nil, err
				}
				if cancel {
					return tournament.CancelBye{Number: number, Round: round}, nil
				}
				return tournament.RequestBye{Number: number, Round: round}, nil
			}, func(t *tournament.Tournament) {
				what := "has a bye"
				if cancel {
					what = "has no bye any more"
				}
				fmt.Fprintf(a.Out, "%s %s in round %d.\n", t.Name(number), what, round)
			})
		})
	cmd.Flags().BoolVar(&cancel, "cancel", false, "take the request back")
	addMeFlag(cmd, &me)
	return cmd
}

// onPair is a command about two entrants.
func (a *app) onPair(name, short, long string, command func(x, y int) tournament.Command) *cobra.Command {
	return fileCommand(name+" FILE FIRST SECOND", short, long, "  plateau tournament "+name+" friday.jsonl Ann Ben", env.Takes(0, "FILE", "FIRST", "SECOND"),
		func(cmd *cobra.Command, args []string) error {
			return a.changeOne(cmd, args[0], func(t *tournament.Tournament) (tournament.Command, error) {
				x, err := findEntrant(t, args[1])
				if err != nil {
					return nil, err
				}
				y, err := findEntrant(t, args[2])
				return command(x, y), err
			}, func(t *tournament.Tournament) {
				fmt.Fprintf(a.Out, "%s.\n", amount.Count(len(t.Forbidden), "forbidden pair"))
			})
		})
}

// readTournament reads a tournament.
func (a *app) readTournament(cmd *cobra.Command, name string) (*tournament.Tournament, error) {
	place, err := a.place(name, nil, true)
	if err != nil {
		return nil, err
	}
	return place.Read(cmd.Context())
}

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
