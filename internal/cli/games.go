package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plateau/game"
)

func (a *app) gamesCommand() *cobra.Command {
	return a.withJSON(&cobra.Command{
		Use:     "games",
		GroupID: queryGroup,
		Short:   "List the games with their seats and start positions",
		Long: `List the games: their ids for use in commands, the size of the board, the seats
in turn order with what they play, and the start positions, one for each player
who may begin.`,
		Example: `  plateau games
  plateau games --json`,
		Args:              takes(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			if a.asJSON {
				return a.writeGamesJSON()
			}
			a.writeGames()
			return nil
		},
	})
}

func (a *app) writeGames() {
	table, end := a.table(0)
	defer end()
	style, times := a.style(), "×"
	if style.ASCII {
		times = "x"
	}
	fmt.Fprintln(table, "GAME\tNAME\tBOARD\tSEATS\tSTART")
	for _, g := range a.games {
		var seats []string
		for _, seat := range g.Seats() {
			seats = append(seats, seat.ID+" "+seat.Colour)
		}
		starts := startTexts(g)
		fmt.Fprintf(table, "%s\t%s\t%d%s%d\t%s\t%s\n", g.ID(), style.GameName(g), g.Size(), times, g.Size(),
			strings.Join(seats[:2], ", "), starts[0])
		for i := 2; i < max(len(seats), 2*len(starts)); i += 2 {
			more, start := "", ""
			if i < len(seats) {
				more = strings.Join(seats[i:i+2], ", ")
			}
			if i/2 < len(starts) {
				start = starts[i/2]
			}
			fmt.Fprintf(table, "\t\t\t%s\t%s\n", more, start)
		}
	}
}

// startTexts are the start positions, one for each seat that may begin.
func startTexts(g game.Game) []string {
	var texts []string
	for _, seat := range g.Openers() {
		texts = append(texts, g.Start(seat).String())
	}
	return texts
}

type gameObject struct {
	Game     string       `json:"game"`
	Name     string       `json:"name"`
	Size     int          `json:"size"`
	Seats    []seatObject `json:"seats"`
	Start    []string     `json:"start"`
	MaxPlies *int         `json:"maxPlies"`
}

type seatObject struct {
	ID     string `json:"id"`
	Team   string `json:"team"`
	Colour string `json:"colour"`
}

func (a *app) writeGamesJSON() error {
	for _, g := range a.games {
		object := gameObject{Game: g.ID(), Name: g.Name(), Size: g.Size(), Start: startTexts(g)}
		for _, seat := range g.Seats() {
			object.Seats = append(object.Seats, seatObject{seat.ID, g.TeamID(seat.Team), seat.Colour})
		}
		if most := g.MaxPlies(); most > 0 {
			object.MaxPlies = &most
		}
		if err := a.writeJSON(object); err != nil {
			return err
		}
	}
	return nil
}
