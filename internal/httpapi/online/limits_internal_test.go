package online

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"plateau/internal/api"
	"plateau/internal/doctest"
	"plateau/internal/groups"
	"plateau/internal/httpapi/route"
	"plateau/internal/httpapi/share"
	"plateau/internal/meeting"
	"plateau/internal/play/blocks"
	"plateau/internal/play/house"
	"plateau/internal/play/lobby"
	"plateau/internal/play/thinking"
	"plateau/internal/push"
	"plateau/internal/reports"
	"plateau/internal/values"
	"plateau/tournament"
)

// inWords writes a rate as docs/hosting.md does: "one in 5 seconds by a player, 20 at once".
func inWords(r route.Rate, whose string) string {
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
	d := route.DefaultLimits
	pictures := route.Rate{PerSecond: share.Rate.PerSecond / share.PictureCost, AtOnce: share.Rate.AtOnce / share.PictureCost}
	rate, listing := thinking.Rate, lobby.StandardListing
	many := func(r route.Rate, whose string) string {
		return fmt.Sprintf("%g a second%s (%d at once)", r.PerSecond, whose, r.AtOnce)
	}
	rows := make(map[string]string)
	for line := range strings.Lines(section) {
		if cells := strings.Split(strings.TrimSpace(line), " | "); len(cells) == 2 {
			rows[strings.TrimPrefix(cells[0], "| ")] = strings.TrimSuffix(cells[1], " |")
		}
	}
	// What the guide says about these is longer, or is compared below.
	delete(rows, "what")
	delete(rows, "costly requests")
	for what, want := range map[string]string{
		"requests without a session":                many(d.Address, " from an address"),
		"requests of guests":                        many(d.Guests, " by all guests at an address"),
		"requests of registered players":            many(d.Accounts, " by all of them at an address"),
		"requests of a player":                      many(d.Player, ""),
		"sessions and tokens to look up":            many(d.Tokens, " from an address"),
		"new guests":                                inWords(d.NewGuests, "from an address"),
		"new tables":                                inWords(d.Tables, "by a player") + "; " + inWords(d.TablesByAddress, "from an address"),
		"new clubs":                                 inWords(d.Clubs, "by a player") + "; a player owns " + map[int]string{5: "five"}[groups.MaxClubs],
		"messages":                                  inWords(d.Chat, "by a player"),
		"challenges and requests to become friends": inWords(d.Asks, "by a player") + fmt.Sprintf("; %d challenges of a player wait, and a list has room for %d friends", meeting.MaxChallenges, meeting.MaxFriends),
		"challenges and requests of new accounts":   fmt.Sprintf("of %d accounts younger than %s days", meeting.MaxAskedByNew, map[time.Duration]string{3: "three"}[meeting.NewFor/(24*time.Hour)]),
		"previews of links":                         strings.Replace(inWords(pictures, "for an address"), "one a second", "one picture a second", 1) + fmt.Sprintf("; an animation counts for %s pictures", map[int]string{10: "ten"}[share.FilmCost/share.PictureCost]),
		"new passwords":                             inWords(d.Passwords, "by a player"),
		"reports about others":                      inWords(d.Reports, "by a player") + "; " + inWords(d.ReportsByAddress, "from an address") + fmt.Sprintf("; %d open ones of a player", reports.MaxOpen),
		"beginning to use or make passkeys":         inWords(d.Passkeys, "from an address"),
		"blocked and muted players":                 fmt.Sprintf("%d of a player", blocks.MaxBlocks),
		"event streams":                             fmt.Sprintf("%d,000 in all, %d,000 each", d.Streams/1000, d.StreamsByAddress/1000),
		"tables in the lobby":                       fmt.Sprintf("%d of a guest, %d of a registered player, %d from an address", listing.Guest, listing.Registered, listing.Address),
		fmt.Sprintf("thinking of computer players from level %d on", thinking.LastQuick+1): fmt.Sprintf(
			"%d minutes for an address, and half a second more each second; then %d ms per move", rate.AtOnce/60_000, thinking.Least.Milliseconds()),
		"devices for notifications": fmt.Sprintf("%d of a player", push.MaxDevices),
		"body of a request":         fmt.Sprintf("%d kB, or %d kB for questions about values", route.MaxBody>>10, values.MaxBody>>10),
	} {
		if row, found := rows[what]; !found || !strings.HasPrefix(row, want) {
			t.Errorf("%s: the guide has %q, want %q", what, row, want)
		}
		delete(rows, what)
	}
	for what := range rows {
		t.Errorf("nobody knows whether the guide is right about %q", what)
	}
	if rate.PerSecond != 500 {
		t.Errorf("the guide says that half a second of thinking is added each second, and it is %g ms", rate.PerSecond)
	}
	if want := fmt.Sprintf("%d of a player, %d of a guest", d.StreamsByPlayer, d.StreamsByGuest); !strings.Contains(section, want) {
		t.Errorf("the guide does not have %q for event streams", want)
	}
	costs := New(Config{Config: route.Config{House: new(house.House), Now: time.Now}}).Costs()
	for _, cost := range costs {
		if want := fmt.Sprintf("for %d", cost); cost > 1 && !strings.Contains(section, want) {
			t.Errorf("the guide names no request that counts %s", want)
		}
	}
	value := float64(costs["getValues"])
	doctest.Says(t, "api.md", fmt.Sprintf("One address may ask %g times a second, %g times at once", d.Address.PerSecond/value, float64(d.Address.AtOnce)/value))
	if d.Seated != d.Player {
		t.Error("the guide says that a player has as many requests at tables as elsewhere")
	}
}

// The API refuses the settings of a tournament beyond the bounds that it has.
func TestDescribedBoundsOfTournaments(t *testing.T) {
	bound := func(of reflect.Type, name, tag string) string {
		field, found := of.FieldByName(name)
		if !found {
			t.Fatalf("there is no field %s", name)
		}
		return field.Tag.Get(tag)
	}
	settings, clock := reflect.TypeFor[tournament.Settings](), reflect.TypeFor[tournament.Clock]()
	for what, c := range map[string]struct {
		got  string
		want int64
	}{
		"every_ms":         {bound(settings, "Every", "maximum"), int64(tournament.MaxEvery)},
		"grace_ms":         {bound(settings, "Grace", "maximum"), int64(tournament.MaxGrace)},
		"days_per_round":   {bound(settings, "DaysPerRound", "maximum"), tournament.MaxDays},
		"rounds":           {bound(settings, "Rounds", "maximum"), tournament.MaxRounds},
		"late_until":       {bound(settings, "LateUntil", "maximum"), tournament.MaxRounds},
		"half_byes":        {bound(settings, "HalfByes", "maximum"), tournament.MaxRounds},
		"minutes":          {bound(settings, "Minutes", "maximum"), tournament.MaxMinutes},
		"categories":       {bound(settings, "Categories", "maxItems"), tournament.MaxCategories},
		"main_ms":          {bound(clock, "Main", "maximum"), int64(tournament.MaxMain)},
		"increment_ms":     {bound(clock, "Increment", "maximum"), int64(tournament.MaxIncrement)},
		"days":             {bound(clock, "Days", "maximum"), tournament.MaxDays},
		"a round of a bye": {bound(reflect.TypeFor[api.ByeRequest](), "Round", "maximum"), tournament.MaxRounds},
	} {
		if c.got != strconv.FormatInt(c.want, 10) {
			t.Errorf("%s is bounded by %s, want %d", what, c.got, c.want)
		}
	}
}
