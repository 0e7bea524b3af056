package line

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"text/tabwriter"

	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
)

// listSaved lists the saved games.
func (s *Session) listSaved(context.Context, string) {
	WriteSaves(s.out, s.Store.List(), s.Texts)
}

// WriteSaves lists saved games for people: the name, the game, its players, how
// far it is and when it was last played.
func WriteSaves(out interface{ Write([]byte) (int, error) }, saves []local.Save, texts text.Texts) {
	if len(saves) == 0 {
		fmt.Fprintln(out, texts.Text("terminal.saves.none"))
		return
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, save := range saves {
		day := save.Changed.Format("2006-01-02 15:04")
		if save.Record == nil {
			fmt.Fprintf(table, "%s\t%s\t\t\t%s\n", save.Name, texts.Text("terminal.saves.unreadable"), day)
			continue
		}
		state := texts.Text("play.load.moves", "n", len(save.Record.Plies))
		if save.Record.Outcome.Over() {
			state += ", " + texts.Text("terminal.saves.over")
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", save.Name, texts.Game(save.Record.Game), save.Players(texts), state, day)
	}
	_ = table.Flush() // the writer below keeps its errors
}

// nameGame gives the running game a name to resume it by.
func (s *Session) nameGame(_ context.Context, name string) {
	if s.Store.Path() == "" {
		s.autosave()
	}
	switch err := s.Store.Rename(name); {
	case errors.Is(err, local.ErrBadName):
		s.tell("terminal.saves.badName")
	case errors.Is(err, fs.ErrExist):
		s.tell("terminal.saves.nameTaken", "text", name)
	case err != nil:
		s.tellPath("terminal.notSaved", "problem", err.Error())
	default:
		s.tellPath("terminal.keptIn", "path", s.Store.Path())
	}
}

// resumeNamed continues a saved game.
func (s *Session) resumeNamed(_ context.Context, name string) {
	saved, err := s.Store.ResumeNamed(name)
	if saved.Record == nil {
		s.refuseName(name, err)
		return
	}
	if err != nil {
		s.tellPath("terminal.damaged", "problem", s.problem(err))
	}
	s.start(saved)
	s.introduce()
}

// deleteNamed deletes a saved game, after asking a person.
func (s *Session) deleteNamed(ctx context.Context, name string) {
	if !s.Store.Has(name) {
		s.refuseName(name, fs.ErrNotExist)
		return
	}
	if s.Interactive && !s.confirm(ctx, s.text("terminal.saves.deleteAsk", "text", name)) {
		return
	}
	if err := s.Store.Delete(name); err != nil {
		s.refuseName(name, err)
		return
	}
	s.tell("terminal.saves.deleted", "text", name)
}

// refuseName says why there is no saved game of a name.
func (s *Session) refuseName(name string, err error) {
	switch {
	case errors.Is(err, local.ErrPlayed):
		s.tell("terminal.saves.played")
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, local.ErrBadName):
		s.tell("terminal.saves.unknown", "text", name)
	default:
		s.tellPath("terminal.notLoaded", "problem", s.problem(err))
	}
}
