package local

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"plateau/game"
)

// TimeControl is the time that each player has for a game. The zero value is no
// limit.
type TimeControl struct {
	// Main is what a player has at the start.
	Main time.Duration
	// Increment is added after each of the player's moves.
	Increment time.Duration
}

// The limits of a time control, which are those of online tables.
const (
	leastMain     = 10 * time.Second
	mostMain      = 6 * time.Hour
	mostIncrement = 5 * time.Minute
)

// WrongClock refuses a time control beyond the limits.
var WrongClock = game.Invalid("terms.clock", "a clock can start with 10 seconds to 6 hours and add up to 5 minutes per move")

// ParseTimeControl reads minutes and the seconds that each move adds: "5+5", or
// "5" without. Its errors are refusals.
func ParseTimeControl(text string) (TimeControl, error) {
	minutes, seconds, added := strings.Cut(text, "+")
	main, err := strconv.ParseFloat(strings.TrimSpace(minutes), 64)
	increment := 0.0
	if err == nil && added {
		increment, err = strconv.ParseFloat(strings.TrimSpace(seconds), 64)
	}
	// A comparison with what is not a number is false.
	inside := main*60 >= leastMain.Seconds() && main*60 <= mostMain.Seconds() && increment >= 0 && increment <= mostIncrement.Seconds()
	if err != nil || !inside {
		return TimeControl{}, WrongClock.Refuse(text)
	}
	return TimeControl{secondsOf(main * 60), secondsOf(increment)}, nil
}

func secondsOf(n float64) time.Duration {
	return time.Duration(n * float64(time.Second)).Round(time.Millisecond)
}

// clock measures the time of the players. It runs only while the session does.
type clock struct {
	watch   Watch
	control TimeControl
	// from is the ply whose times are the first in times.
	from int
	// times are what each seat has left at the start of each ply: taking back a move
	// restores its time, and so does playing it again. The current ply is at.
	times [][]time.Duration
	at    int
	// since is when the current turn began or was continued.
	since time.Time
}

// newClock is the clock of a game of which some plies have been played; left is
// what each seat has, or nil at the start.
func newClock(watch Watch, control TimeControl, seats, plies int, left []time.Duration) *clock {
	if len(left) != seats {
		left = slices.Repeat([]time.Duration{control.Main}, seats)
	}
	return &clock{watch: watch, control: control, from: plies, times: [][]time.Duration{left}, since: watch.Now()}
}

// left is what a seat has left; toMove is the seat whose time runs.
func (c *clock) left(seat, toMove game.Seat) time.Duration {
	left := c.times[c.at][seat]
	if seat == toMove {
		left -= c.watch.Now().Sub(c.since)
	}
	return max(left, 0)
}

// now is what all seats have left.
func (c *clock) now(toMove game.Seat) []time.Duration {
	left := slices.Clone(c.times[c.at])
	left[toMove] = c.left(toMove, toMove)
	return left
}

// moved charges the seat that has just moved and starts the next turn.
func (c *clock) moved(seat game.Seat) {
	left := c.now(seat)
	left[seat] += c.control.Increment
	c.times, c.since = append(c.times[:c.at+1], left), c.watch.Now()
	c.at++
}

// setPlies goes back or forward to a number of plies, and starts the turn anew.
// Times that are not known stay as they are.
func (c *clock) setPlies(plies int) {
	c.at = max(plies-c.from, 0)
	for len(c.times) <= c.at {
		c.times = append(c.times, c.times[len(c.times)-1])
	}
	c.since = c.watch.Now()
}

// ClockText is a time for display: "1:05:00", "4:59", and in the last ten seconds
// "9.3".
func ClockText(left time.Duration) string {
	if left < 10*time.Second {
		tenths := (left + 100*time.Millisecond - 1) / (100 * time.Millisecond)
		return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
	}
	seconds := int((left + time.Second - 1) / time.Second)
	if hours := seconds / 3600; hours > 0 {
		return fmt.Sprintf("%d:%02d:%02d", hours, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

// The tags of a record for its clock: seconds at the start and per move, and
// what the seats have left.
const (
	controlTag = "TimeControl" // such as "300+5"
	leftTag    = "TimeLeft"    // such as "X=287.4 O=300"
)

func (t TimeControl) tag() string {
	return strconv.FormatFloat(t.Main.Seconds(), 'f', -1, 64) + "+" + strconv.FormatFloat(t.Increment.Seconds(), 'f', -1, 64)
}

func readControl(text string) TimeControl {
	main, increment, _ := strings.Cut(text, "+")
	start, err := strconv.ParseFloat(main, 64)
	added, otherErr := strconv.ParseFloat(increment, 64)
	if err != nil || otherErr != nil || !(start > 0 && start <= mostMain.Seconds() && added >= 0 && added <= mostIncrement.Seconds()) {
		return TimeControl{}
	}
	return TimeControl{secondsOf(start), secondsOf(added)}
}

func leftText(g game.Game, left []time.Duration) string {
	var parts []string
	for i, seat := range g.Seats() {
		parts = append(parts, seat.ID+"="+strconv.FormatFloat(left[i].Seconds(), 'f', 1, 64))
	}
	return strings.Join(parts, " ")
}

// readLeft reads what the seats have left, or nil if it is not complete.
func readLeft(g game.Game, text string) []time.Duration {
	left := make([]time.Duration, len(g.Seats()))
	found := 0
	for word := range strings.FieldsSeq(text) {
		id, seconds, _ := strings.Cut(word, "=")
		n, err := strconv.ParseFloat(seconds, 64)
		for i, seat := range g.Seats() {
			if seat.ID == id && err == nil && n >= 0 {
				left[i] = secondsOf(n)
				found++
			}
		}
	}
	if found != len(left) {
		return nil
	}
	return left
}

// Watch tells the time, so that a test can.
type Watch interface {
	Now() time.Time
	// After gives the time once d has passed, unless it is stopped before.
	After(d time.Duration) (passed <-chan time.Time, stop func())
}

// SystemWatch is the clock of the machine.
type SystemWatch struct{}

// Now implements [Watch].
func (SystemWatch) Now() time.Time { return time.Now() }

// After implements [Watch].
func (SystemWatch) After(d time.Duration) (passed <-chan time.Time, stop func()) {
	timer := time.NewTimer(d)
	return timer.C, func() { timer.Stop() }
}
