package parallel_test

import (
	"errors"
	"strings"
	"testing"

	"plateau/internal/parallel"
)

func fails() error { panic("out of cards") }

func TestContain(t *testing.T) {
	wrong := errors.New("wrong")
	if err := parallel.Contain(func() error { return wrong }); !errors.Is(err, wrong) {
		t.Errorf("an error is returned as %v", err)
	}
	if err := parallel.Contain(func() error { return nil }); err != nil {
		t.Errorf("nothing is returned as %v", err)
	}
	err := parallel.Contain(fails)
	p, ok := errors.AsType[*parallel.Panic](err)
	if !ok || err.Error() != "panic: out of cards" || !strings.Contains(string(p.Stack), "fails") {
		t.Errorf("a panic is returned as %v", err)
	}
}

// What another goroutine has panicked with comes up in the one that waits, and says
// where it happened.
func TestRaise(t *testing.T) {
	elsewhere := make(chan error)
	go func() { elsewhere <- parallel.Contain(fails) }()
	err := parallel.Contain(func() error {
		parallel.Raise(<-elsewhere)
		return nil
	})
	p, ok := errors.AsType[*parallel.Panic](err)
	if !ok || p.Value != "out of cards" || !strings.Contains(string(p.Stack), "fails") {
		t.Errorf("raised again, it is returned as %v", err)
	}
	parallel.Raise(nil)
	parallel.Raise(errors.New("no panic"))
}
