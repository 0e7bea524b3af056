package solving

import "testing"

func TestMeminfo(t *testing.T) {
	text := "MemTotal:       24584420 kB\nMemFree:        17024500 kB\nMemAvailable:   23000000 kB\n"
	if got := parseMeminfo(text); got != 23000000<<10 {
		t.Errorf("%d bytes", got)
	}
	if got := parseMeminfo("MemTotal: 1 kB\n"); got != Unknown {
		t.Errorf("%d bytes", got)
	}
	if have := ResourcesFor(t.TempDir() + "/not/there/yet"); have.Memory <= 0 || have.Disk <= 0 {
		t.Errorf("%v", have)
	}
}
