package memory_test

import (
	"testing"

	"plateau/internal/bus/bustest"
	"plateau/internal/bus/memory"
	"plateau/internal/play"
)

func TestBus(t *testing.T) {
	bustest.Run(t, func(*testing.T) func(t *testing.T) play.Bus {
		bus := new(memory.Bus)
		return func(*testing.T) play.Bus { return bus }
	})
}
