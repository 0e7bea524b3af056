package load_test

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/parallel"
	"plateau/internal/play"
)

// check checks all tables that may have changed since they were checked last.
func (c *crash) check(when string, killed time.Time) {
	c.t.Helper()
	c.mu.Lock()
	tables := append([]*crashTable(nil), c.tables...)
	answers := make(map[play.TableID][]answered)
	for _, a := range c.answers {
		answers[a.table] = append(answers[a.table], a)
	}
	c.mu.Unlock()
	err := parallel.For(c.t.Context(), 8, len(tables), func(_, i int) {
		if tables[i].over {
			return
		}
		if err := c.checkTable(tables[i], answers[tables[i].id], killed); err != nil {
			c.t.Errorf("%s: table %s: %v", when, tables[i].id, err)
		}
	})
	if err != nil || c.t.Failed() {
		c.t.FailNow()
	}
}

func (c *crash) checkTable(t *crashTable, answers []answered, killed time.Time) error {
	// Any server may answer, so each learns what was answered by others.
	last := uint64(0)
	for _, a := range answers {
		last = max(last, a.seq)
	}
	shown, err := c.show(t, last)
	if err != nil {
		return err
	}
	last = max(last, shown.Seq)
	events, streamed, err := c.read(t, t.viewer, last)
	if err != nil {
		return err
	}
	// Computer players may have moved in the meantime.
	if err := sameAsReplay(events[:shown.Seq], &shown); err != nil {
		return err
	}
	if err := sameAsReplay(events, &streamed); err != nil {
		return fmt.Errorf("in the stream: %w", err)
	}
	if err := c.allThere(t, answers, last); err != nil {
		return err
	}
	if err := c.sameAnswer(answers); err != nil {
		return err
	}
	t.over = streamed.Phase == "over"
	if killed.IsZero() {
		return nil
	}
	return c.nobodyCharged(events, killed)
}

// show is a table with an event, or a later one.
func (c *crash) show(t *crashTable, seen uint64) (api.Table, error) {
	var answer api.TableSnapshot
	err := t.viewer.Call(c.t.Context(), http.MethodGet, fmt.Sprintf("/tables/%s?seen=%d", t.id, seen), nil, &answer)
	return answer.Table, err
}

// read reads all events of a table up to one or a later one, as a viewer sees them,
// and the table after them.
func (c *crash) read(t *crashTable, viewer *person, seen uint64) ([]play.Event, api.Table, error) {
	stream, err := viewer.Stream(c.t.Context(), fmt.Sprintf("/tables/%s/events?seen=%d", t.id, seen), "")
	if err != nil {
		return nil, api.Table{}, err
	}
	defer stream.Close()
	var events []play.Event
	for {
		m, err := stream.Next()
		if err != nil {
			return nil, api.Table{}, err
		}
		if m.Event != "table" {
			continue
		}
		news, err := client.Read[api.TableNews](m)
		if err != nil {
			return nil, api.Table{}, err
		}
		events = append(events, news.Events...)
		if uint64(len(events)) >= news.Table.Seq {
			return events, news.Table, nil
		}
	}
}

// sameAsReplay compares a table as the server shows it with its events.
func sameAsReplay(events []play.Event, shown *api.Table) error {
	replayed, err := play.Replay(play.NewTable(games.All().Games(), shown.ID), events)
	if err != nil {
		return err
	}
	if want := viewOf(replayed); !reflect.DeepEqual(want, *shown) {
		return fmt.Errorf("the server shows\n%+v, its events lead to\n%+v", *shown, want)
	}
	return nil
}

// viewOf is a table as a server has to show it.
func viewOf(t *play.Table) api.Table {
	v := api.Table{
		ID: t.ID, Seq: t.Seq, Phase: t.Phase.String(), Terms: t.Terms, Host: t.Host, Sitters: t.Sitters,
		Moves: []string{}, ToMove: seatOf(t.ToMove()), DrawBy: seatOf(t.DrawBy()), TakeBackBy: seatOf(t.TakeBackBy),
		RematchBy: []int{}, Result: t.Result, Reason: t.Reason, Previous: t.Previous, Next: t.Next,
	}
	m := t.Match()
	if m == nil {
		return v
	}
	v.Start, v.Swapped = m.Start().String(), m.Game().IsSwapped()
	for ply := range m.Plies() {
		v.Moves = append(v.Moves, m.MoveText(ply))
	}
	if t.Terms.Time != (play.Time{}) {
		v.Clock = &api.Clock{Left: t.Clock.Left, Days: t.Terms.Time.Days, Since: t.Clock.Waiting.UnixMilli()}
		v.Clock.Counts = t.Phase == play.Running && (t.Terms.Time.Days > 0 || m.Plies() >= len(t.Sitters))
	}
	return v
}

func seatOf(s game.Seat) *int {
	if s == game.NoSeat {
		return nil
	}
	return new(int(s))
}

// allThere looks for everything that was answered: it has happened once, as it
// was asked for, where the answer says. Requests are shown to who made them.
func (c *crash) allThere(t *crashTable, answers []answered, last uint64) error {
	byPerson := make(map[*person][]answered)
	for _, a := range answers {
		byPerson[a.by] = append(byPerson[a.by], a)
	}
	for by, answers := range byPerson {
		events, _, err := c.read(t, by, last)
		if err != nil {
			return err
		}
		if err := allOf(events, answers); err != nil {
			return err
		}
	}
	return nil
}

// allOf does so for one person.
func allOf(events []play.Event, answers []answered) error {
	times := make(map[string]int)
	for _, e := range events {
		if e.Request != "" {
			times[e.Request]++
		}
	}
	for _, a := range answers {
		if n := times[a.request]; n != 1 {
			return fmt.Errorf("%s was answered and is there %d times", a.path, n)
		}
		e := events[a.seq-1]
		if e.By != a.by.id || e.Request != a.request {
			return fmt.Errorf("%s was answered by event %d, which is another: %+v", a.path, a.seq, e)
		}
		moved, isMove := e.Body.(play.Moved)
		if isMove && (moved.Ply != a.fields["ply"] || moved.Move != a.fields["move"]) {
			return fmt.Errorf("%v became %+v", a.fields, moved)
		}
	}
	return nil
}

// sameAnswer asks the last thing again that was answered.
func (c *crash) sameAnswer(answers []answered) error {
	if len(answers) == 0 {
		return nil
	}
	last := answers[len(answers)-1]
	var answer api.Answer
	if err := last.by.Call(c.t.Context(), http.MethodPost, last.path, last.fields, &answer); err != nil {
		return fmt.Errorf("%s was answered, and then refused: %w", last.path, err)
	}
	if answer != (api.Answer{Table: last.table, Seq: last.seq}) {
		return fmt.Errorf("%s was answered by event %d, and then by %v", last.path, last.seq, answer)
	}
	return nil
}

// nobodyCharged checks that a player whose clock ran when the server was killed
// was charged only for the time in which a server ran.
func (c *crash) nobodyCharged(events []play.Event, killed time.Time) error {
	for i, e := range events {
		if _, resumed := e.Body.(play.Resumed); !resumed || e.At.Before(killed.Truncate(time.Millisecond)) {
			continue
		}
		before, err := play.Replay(play.NewTable(games.All().Games(), ""), events[:i])
		if err != nil {
			return err
		}
		after, err := play.Replay(before, []play.Event{e})
		if err != nil {
			return err
		}
		ran := max(0, killed.Sub(before.Clock.Waiting)) + c.ranBetween(killed, e.At) + time.Millisecond
		if charged := e.At.Sub(after.Clock.Waiting); charged > ran {
			return fmt.Errorf("the player to move was charged %s, and servers ran for %s", charged, ran)
		}
		return nil
	}
	// Tables without a clock, and those that are over, wait for nobody.
	last, err := play.Replay(play.NewTable(games.All().Games(), ""), events)
	if err != nil {
		return err
	}
	if _, timed := last.Deadline(); timed && last.Changed.Before(killed) {
		return errors.New("the table has a deadline, and was not resumed")
	}
	return nil
}
