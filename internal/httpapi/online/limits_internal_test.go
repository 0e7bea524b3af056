package online

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"plateau/internal/play"
)

// inWords writes a rate as docs/hosting.md does: "one in 5 seconds by a player, 20 at once".
func inWords(r Rate, whose string) string {
	often := fmt.Sprintf("%g a second", r.PerSecond)
	switch seconds := int(1/r.PerSecond + 0.5); {
	case seconds == 1:
		often = "one a second"
	case seconds == 60:
		often = "one a minute"
	case seconds > 60:
		often = fmt.Sprintf("one in %d minutes", seconds/60)
	case seconds > 1:
		often = fmt.Sprintf("one in %d seconds", seconds)
	}
	atOnce := strconv.Itoa(r.AtOnce)
	if r.AtOnce == 5 {
		atOnce = "five"
	}
	return fmt.Sprintf("%s %s, %s at once", often, whose, atOnce)
}

// The limits that the guide for operators names are those of the program.
func TestDocumentedLimits(t *testing.T) {
	text, err := os.ReadFile("../../../docs/hosting.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Limits\n")
	section, _, _ = strings.Cut(section, "\n## ")
	d := defaultLimits
	many := func(r Rate, whose string) string {
		return fmt.Sprintf("%g a second%s (%d at once)", r.PerSecond, whose, r.AtOnce)
	}
	for what, want := range map[string]string{
		"requests without a session":                many(d.Address, " from an address"),
		"requests of guests":                        many(d.Guests, " by all guests at an address"),
		"requests of registered players":            many(d.Accounts, " by all of them at an address"),
		"requests of a player":                      many(d.Player, ""),
		"new guests":                                inWords(d.NewGuests, "from an address"),
		"new tables":                                inWords(d.Tables, "by a player"),
		"messages":                                  inWords(d.Chat, "by a player"),
		"challenges and requests to become friends": inWords(d.Asks, "by a player"),
		"new passwords":                             inWords(d.Passwords, "by a player"),
		"reports about others":                      inWords(d.Reports, "by a player") + "; " + inWords(d.ReportsByAddress, "from an address"),
		"beginning to use or make passkeys":         inWords(d.Passkeys, "from an address"),
		"blocked and muted players":                 fmt.Sprintf("%d of a player", play.MaxBlocks),
		"event streams":                             fmt.Sprintf("%d,000 in all, %d,000 each", d.Streams/1000, d.StreamsByAddress/1000),
		"body of a request":                         fmt.Sprintf("%d kB", maxBody>>10),
	} {
		_, row, found := strings.Cut(section, "\n| "+what+" | ")
		row, _, _ = strings.Cut(row, "\n")
		if !found || !strings.HasPrefix(row, want) {
			t.Errorf("%s: the guide has %q, want %q", what, row, want)
		}
	}
	if want := fmt.Sprintf("%d of a player, %d of a guest", d.StreamsByPlayer, d.StreamsByGuest); !strings.Contains(section, want) {
		t.Errorf("the guide does not have %q for event streams", want)
	}
	for _, cost := range costs {
		if want := fmt.Sprintf("for %d", cost); !strings.Contains(section, want) {
			t.Errorf("the guide names no request that counts %s", want)
		}
	}
	if d.Seated != d.Player {
		t.Error("the guide says that a player has as many requests at tables as elsewhere")
	}
}
