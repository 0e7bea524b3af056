package tournament

import (
	"fmt"

	"plateau/tournament"
)

// inWords says what an event did to a tournament that was as given.
func inWords(was *tournament.Tournament, e *tournament.Event) string {
	switch b := e.Body.(type) {
	case tournament.Added:
		return b.Entrant.Name + " added"
	case tournament.Removed:
		return was.Name(b.Number) + " removed"
	case tournament.Edited:
		return "entry of " + was.Name(b.Entrant.Number) + " changed"
	case tournament.Withdrew:
		return was.Name(b.Number) + " withdrew"
	case tournament.Returned:
		return was.Name(b.Number) + " returned"
	case tournament.ByeRequested:
		return fmt.Sprintf("bye of %s in round %d requested", was.Name(b.Number), b.Round)
	case tournament.ByeCancelled:
		return fmt.Sprintf("bye of %s in round %d cancelled", was.Name(b.Number), b.Round)
	case tournament.PairForbidden:
		return fmt.Sprintf("%s – %s forbidden", was.Name(b.Pair[0]), was.Name(b.Pair[1]))
	case tournament.PairReleased:
		return fmt.Sprintf("%s – %s allowed", was.Name(b.Pair[0]), was.Name(b.Pair[1]))
	case tournament.SettingsChanged, tournament.Amended:
		return "settings changed"
	case tournament.Finished:
		return "tournament finished"
	case tournament.Reopened:
		return "tournament reopened"
	}
	return roundInWords(was, e)
}

// roundInWords is inWords for pairings and results.
func roundInWords(was *tournament.Tournament, e *tournament.Event) string {
	game := func(round, board int) string {
		text := fmt.Sprintf("round %d, board %d", round, board)
		if r := was.Round(round); r != nil && board >= 1 && board <= len(r.Games) {
			g := r.Games[board-1]
			text += fmt.Sprintf(", %s – %s", was.Name(g.First), was.Name(g.Second))
		}
		return text
	}
	switch b := e.Body.(type) {
	case tournament.Paired:
		return fmt.Sprintf("round %d paired", b.Round)
	case tournament.Repaired:
		return fmt.Sprintf("pairs of round %d changed", b.Round)
	case tournament.Unpaired:
		return fmt.Sprintf("round %d removed", b.Round)
	case tournament.Scored:
		return fmt.Sprintf("%s: %v", game(b.Round, b.Board), b.Result)
	case tournament.Corrected:
		if !b.Result.Known() {
			return game(b.Round, b.Board) + ": result removed"
		}
		return fmt.Sprintf("%s: corrected to %v", game(b.Round, b.Board), b.Result)
	case tournament.Reported:
		return fmt.Sprintf("%s: reported as %v", game(b.Round, b.Board), b.Result)
	}
	return e.Kind()
}
