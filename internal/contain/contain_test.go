package contain_test

import (
	"errors"
	"strings"
	"testing"

	"plateau/internal/contain"
)

func fails() error { panic("out of cards") }

func TestRun(t *testing.T) {
	wrong := errors.New("wrong")
	if err := contain.Run(func() error { return wrong }); !errors.Is(err, wrong) {
		t.Errorf("an error is returned as %v", err)
	}
	if err := contain.Run(func() error { return nil }); err != nil {
		t.Errorf("nothing is returned as %v", err)
	}
	err := contain.Run(fails)
	p, ok := errors.AsType[*contain.Panic](err)
	if !ok || err.Error() != "panic: out of cards" || !strings.Contains(string(p.Stack), "fails") {
		t.Errorf("a panic is returned as %v", err)
	}
}

// What another goroutine has panicked with comes up in the one that waits, and says
// where it happened.
func TestRaise(t *testing.T) {
	elsewhere := make(chan error)
	go func() { elsewhere <- contain.Run(fails) }()
	err := contain.Run(func() error {
		contain.Raise(<-elsewhere)
		return nil
	})
	p, ok := errors.AsType[*contain.Panic](err)
	if !ok || p.Value != "out of cards" || !strings.Contains(string(p.Stack), "fails") {
		t.Errorf("raised again, it is returned as %v", err)
	}
	contain.Raise(nil)
	contain.Raise(errors.New("no panic"))
}
