package play

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"plateau/internal/doctest"
	"plateau/internal/play/glicko"
)

// The figures in docs/online.md are those of the program.
func TestDocumentedFigures(t *testing.T) {
	thousands := func(n int) string { return fmt.Sprintf("%d,%03d", n/1000, n%1000) }
	doctest.Says(t, "online.md",
		fmt.Sprintf("can make the next one %d moves after it", movesBetweenOffers),
		fmt.Sprintf("does not move within the %d minutes for its first move, it loses", firstMove/minute),
		fmt.Sprintf("aborted if a first move takes %d minutes", firstMove/minute),
		map[Millis]string{minute: "when a human opponent has been away for a minute"}[awayFor],
		fmt.Sprintf("A request expires after %d minutes, and can be repeated", rematchFor/minute),
		fmt.Sprintf("After %s moves it is drawn", thousands(maxPlies)),
		fmt.Sprintf("A table with %s events can only be played to its end", thousands(maxEvents)),
		fmt.Sprintf("%d seconds to %d hours, up to %d minutes per move", minMain/second, maxMain/hour, maxIncrement/minute),
		fmt.Sprintf("Or 1 to %d days per move", maxDays),
		map[Millis]string{day: "closes after a day (two weeks with days per move)"}[openFor],
		fmt.Sprintf("up to an allowance of %d s per seat, which is refilled by %.1f s with every move", lagMost/second, lagRefill.Duration().Seconds()),
		fmt.Sprintf("provisional while its deviation is above %d", int(glicko.Settled)),
		fmt.Sprintf("a name** of up to %d characters", MaxTableName),
	)
	if openForDays != 14*day {
		t.Error("tables with days per move do not close after two weeks")
	}
}

// docs/online-design.md names all kinds of events, and no others.
func TestDocumentedEvents(t *testing.T) {
	_, table, _ := strings.Cut(doctest.Read(t, "online-design.md"), "| kind | what happened |")
	table, _, _ = strings.Cut(table, "In a store and on the wire")
	named := make(map[string]bool)
	for _, found := range regexp.MustCompile("`([a-z-]+)`").FindAllStringSubmatch(table, -1) {
		named[found[1]] = true
	}
	for kind := range bodyTypes {
		if !named[kind] {
			t.Errorf("docs/online-design.md does not say what %s is", kind)
		}
		delete(named, kind)
	}
	for name := range named {
		t.Errorf("docs/online-design.md names the event %s, which does not exist", name)
	}
}
