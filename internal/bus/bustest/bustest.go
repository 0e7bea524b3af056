// Package bustest is the suite that every bus passes.
package bustest

import (
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"plateau/game"
	"plateau/internal/play"
	"plateau/internal/testaid"
)

// Run tests buses. Each call of fresh gives a cluster of its own: a function that
// joins it as another server would.
func Run(t *testing.T, fresh func(t *testing.T) (join func(t *testing.T) play.Bus)) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, join func(t *testing.T) play.Bus){
		"Everybody": testEverybody, "Whole": testWhole, "Use": testUse, "Cancel": testCancel, "Clusters": func(t *testing.T, join func(t *testing.T) play.Bus) {
			t.Helper()
			testClusters(t, join, fresh(t))
		},
	} {
		t.Run(name, func(t *testing.T) { test(t, fresh(t)) })
	}
}

// receiver remembers the notices of others.
type receiver struct {
	mu      sync.Mutex
	heard   []play.Notice
	changed chan struct{}
}

func listen(t *testing.T, bus play.Bus) *receiver {
	t.Helper()
	r := &receiver{changed: make(chan struct{}, 1)}
	t.Cleanup(bus.Subscribe(r.receive))
	return r
}

func (r *receiver) receive(n play.Notice) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n.Missed {
		return
	}
	r.heard = append(r.heard, n)
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

func (r *receiver) all() []play.Notice {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.heard)
}

// wait is until something was heard that is as wanted.
func (r *receiver) wait(t *testing.T, wanted func([]play.Notice) bool) {
	t.Helper()
	timeout := time.After(testaid.Patience)
	for !wanted(r.all()) {
		select {
		case <-r.changed:
		case <-timeout:
			t.Fatalf("a notice did not arrive; heard %v", r.all())
		}
	}
}

func said(origin string) func([]play.Notice) bool {
	return func(heard []play.Notice) bool {
		return slices.ContainsFunc(heard, func(n play.Notice) bool { return n.Origin == origin })
	}
}

// testEverybody is notified, on every server and the publisher's, too.
func testEverybody(t *testing.T, join func(t *testing.T) play.Bus) {
	t.Helper()
	a, b := join(t), join(t)
	receivers := []*receiver{listen(t, a), listen(t, a), listen(t, b)}
	a.Publish(play.Notice{Origin: "one"})
	b.Publish(play.Notice{Origin: "two"})
	for _, r := range receivers {
		r.wait(t, said("one"))
		r.wait(t, said("two"))
	}
}

// testWhole checks that a notice arrives as it was sent.
func testWhole(t *testing.T, join func(t *testing.T) play.Bus) {
	t.Helper()
	a, b := join(t), join(t)
	r := listen(t, b)
	want := play.Notice{
		Origin: "one",
		Summary: play.Summary{
			ID: "t", Seq: 7, Phase: play.Running, Host: "ann", Plies: 3, ToMove: new(game.Seat(1)), Entered: time.UnixMilli(1_800_000_000_123).UTC(),
			Terms:   play.Terms{Game: "any", Time: play.Time{Main: 60_000, Increment: 1000}, Listed: true, Spectators: true},
			Sitters: []play.Sitter{{Player: "ann", Name: "Añn ✓"}, {Level: "3"}},
		},
		Here:      &play.HereNotice{Table: "t", Player: "ann", Here: true},
		Forgotten: "ben",
	}
	a.Publish(want)
	r.wait(t, said("one"))
	if got := r.all()[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// testUse lets a receiver publish and cancel.
func testUse(t *testing.T, join func(t *testing.T) play.Bus) {
	t.Helper()
	bus := join(t)
	r := listen(t, bus)
	var cancel func()
	var ready sync.WaitGroup
	ready.Add(1)
	cancel = bus.Subscribe(func(n play.Notice) {
		if n.Origin != "question" {
			return
		}
		ready.Wait()
		cancel()
		bus.Publish(play.Notice{Origin: "answer"})
	})
	ready.Done()
	bus.Publish(play.Notice{Origin: "question"})
	r.wait(t, said("answer"))
}

// testCancel hears nothing after cancel, which may be called twice.
func testCancel(t *testing.T, join func(t *testing.T) play.Bus) {
	t.Helper()
	bus := join(t)
	gone, r := new(receiver), listen(t, bus)
	cancel := bus.Subscribe(gone.receive)
	cancel()
	cancel()
	bus.Publish(play.Notice{Origin: "one"})
	r.wait(t, said("one"))
	if heard := gone.all(); len(heard) > 0 {
		t.Errorf("heard %v after cancel", heard)
	}
}

// testClusters keeps the notices of two clusters apart.
func testClusters(t *testing.T, join, other func(t *testing.T) play.Bus) {
	t.Helper()
	ours, theirs := join(t), other(t)
	r := listen(t, ours)
	theirs.Publish(play.Notice{Origin: "stranger"})
	own := listen(t, theirs)
	theirs.Publish(play.Notice{Origin: "last"})
	own.wait(t, said("last"))
	ours.Publish(play.Notice{Origin: "one"})
	r.wait(t, said("one"))
	if said("stranger")(r.all()) {
		t.Error("a notice of another cluster arrived")
	}
}
