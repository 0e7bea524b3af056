package memory_test

import (
	"testing"

	"plateau/internal/bus/memory"
	"plateau/internal/play"
)

func TestEverybodyIsNotified(t *testing.T) {
	var bus memory.Bus
	got := map[string]int{}
	cancelA := bus.Subscribe(func(n play.Notice) { got["a "+n.Origin]++ })
	defer bus.Subscribe(func(n play.Notice) { got["b "+n.Origin]++ })()
	bus.Publish(play.Notice{Origin: "one"})
	cancelA()
	cancelA()
	bus.Publish(play.Notice{Origin: "two"})
	for _, want := range []struct {
		key   string
		count int
	}{{"a one", 1}, {"b one", 1}, {"a two", 0}, {"b two", 1}} {
		if got[want.key] != want.count {
			t.Errorf("%s was received %d times, want %d", want.key, got[want.key], want.count)
		}
	}
}

func TestReceiversMayUseTheBus(t *testing.T) {
	var bus memory.Bus
	echoed := false
	var cancel func()
	cancel = bus.Subscribe(func(n play.Notice) {
		if n.Origin == "echo" {
			echoed = true
			cancel()
			return
		}
		bus.Publish(play.Notice{Origin: "echo"})
	})
	bus.Publish(play.Notice{})
	if !echoed {
		t.Error("the notice published by a receiver was not received")
	}
}
