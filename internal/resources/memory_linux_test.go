package resources

import (
	"strings"
	"testing"
)

func TestMeminfo(t *testing.T) {
	text := "MemTotal:       24584420 kB\nMemFree:        17024500 kB\nMemAvailable:   23000000 kB\n"
	if got := parseMeminfo(strings.NewReader(text)); got != 23000000<<10 {
		t.Errorf("%d bytes", got)
	}
	if got := parseMeminfo(strings.NewReader("MemTotal: 1 kB\n")); got != Unknown {
		t.Errorf("%d bytes", got)
	}
	if have := For(t.TempDir() + "/not/there/yet"); have.Memory <= 0 || have.Disk <= 0 {
		t.Errorf("%v", have)
	}
}
