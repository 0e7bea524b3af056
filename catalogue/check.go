package catalogue

import (
	"errors"
	"fmt"

	"plateau/engine"
)

// Check returns what the entries lack. It is for tests, since it opens every
// game without data.
func (l List) Check() error {
	var err error
	ids := map[string]bool{}
	for _, e := range l {
		if e.Game == nil {
			return errors.New("an entry has no rules")
		}
		if ids[e.ID()] {
			err = errors.Join(err, fmt.Errorf("%s: there are two entries", e.ID()))
		}
		ids[e.ID()] = true
		if wrong := e.check(); wrong != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", e.ID(), wrong))
		}
	}
	return err
}

func (e Entry) check() error {
	if e.Open == nil {
		return errors.New("no engine: Open is missing")
	}
	newEngine, err := e.Open(Sources{})
	if err != nil {
		return fmt.Errorf("without data: %w", err)
	}
	if newEngine(engine.Options{TranspositionBytes: 1}).Exact() && !e.Exact {
		return errors.New("it is exact without data, and does not say so")
	}
	if _, err := e.Rulebook.Book("en"); err != nil {
		return err
	}
	if _, err := e.Rulebook.Lesson("en"); err != nil {
		return err
	}
	e.Puzzles.All()
	if m := e.Method; m != nil && (m.NewSolver == nil || m.Positions == nil || m.Count == nil || m.CoreSeconds == 0) {
		return errors.New("its method of solving is not complete")
	}
	return e.checkLook()
}

// checkLook requires a drawing for every letter, if there is a look.
func (e Entry) checkLook() error {
	if e.Look == nil {
		return nil
	}
	if e.Look.MoveHelp == "" || e.Look.Width == 0 || e.Look.First == "" {
		return errors.New("its look has no help, width or first side")
	}
	for _, letter := range append([]byte{0}, e.Letters()...) {
		if _, ok := e.Look.Unicode[letter]; !ok {
			return fmt.Errorf("its look has no drawing for the letter %q", letter)
		}
	}
	return nil
}
