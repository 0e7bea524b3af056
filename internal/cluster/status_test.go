package cluster

import (
	"reflect"
	"testing"
	"time"

	"plateau/internal/play"
)

// Others learn of a status once, and again before it ends or if it has changed.
func TestStatusesAreReportedOnce(t *testing.T) {
	now := time.Date(2026, 11, 19, 12, 0, 0, 0, time.UTC)
	said := make(reports)
	here := func(table play.TableID, is bool, since time.Time) Status { return Status{table, "ann", is, since} }
	want := func(when string, s Status, news bool) {
		t.Helper()
		changes := said.add(s, "a", now)
		if len(changes) > 0 != news {
			t.Errorf("%s: others learn of %v", when, changes)
		}
		if !news {
			return
		}
		statuses, _ := readStatuses([]play.SharedValue{changes[0].SharedValue}, "b")
		if !reflect.DeepEqual(statuses, map[string][]Status{"a": {s}}) {
			t.Errorf("%s: others read %v of %+v", when, statuses, s)
		}
	}
	start := now
	want("not at the table", here("t", false, now), false)
	want("not at any", here("", false, now), true)
	want("at the table", here("t", true, now), true)
	now = now.Add(statusTime / 2)
	want("still there", here("t", true, start), false)
	now = now.Add(time.Second)
	want("there for long", here("t", true, start), true)
	want("gone", here("t", false, now), true)
	want("gone, and seen soon after", here("t", false, now.Add(seenGrain/2)), false)
	want("gone, and seen later", here("t", false, now.Add(seenGrain)), true)
	if statuses, _ := readStatuses([]play.SharedValue{said.add(here("t", true, now), "a", now)[0].SharedValue}, "a"); len(statuses) > 0 {
		t.Errorf("a server reads of itself: %v", statuses)
	}
}
