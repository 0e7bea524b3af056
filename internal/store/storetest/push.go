package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/push"
)

// pushDevice is a device of a session, some seconds after now.
func pushDevice(player, session, id string, after int) push.Device {
	at := now.Add(time.Duration(after) * time.Second)
	return push.Device{
		ID: id, Player: play.PlayerID(player), Session: session, Endpoint: "https://push.example/" + id,
		Key: []byte("key of " + id), Secret: []byte("secret of " + id), Label: "Phone", Since: at, Used: at,
	}
}

// testPush has two players who add, confirm, exchange and lose devices.
func testPush(s *store) {
	answer(s.SavePushDevice(s.Context(), pushDevice("ann", "ann", "x", 0), 3)).fails(s, play.ErrNoPlayer, "a device of nobody")
	s.people("ann", "ben")
	answer(s.SavePushDevice(s.Context(), pushDevice("ann", "ben", "x", 0), 3)).fails(s, play.ErrNoPlayer, "a device of another's session")
	save := func(d push.Device) push.Device {
		s.Helper()
		return answer(s.SavePushDevice(s.Context(), d, 3)).must(s)
	}
	want := func(player play.PlayerID, ids string) {
		s.Helper()
		list := answer(s.PushDevices(s.Context(), player)).must(s)
		equal(s, fmt.Sprint(column(list, func(d push.Device) string { return d.ID })), ids, "the devices of %s", player)
	}
	first := save(pushDevice("ann", "ann", "d1", 1))
	save(pushDevice("ann", "ann", "d2", 2))
	save(pushDevice("ann", "ann", "d3", 3))
	s.reopen()
	answer(s.PushDevices(s.Context(), "ann")).meets(s, func(list []push.Device) bool { return len(list) == 3 && reflect.DeepEqual(list[0], first) }, "the devices")
	// The same endpoint is the same device: it stays where it is in the list.
	again := pushDevice("ann", "ann", "other id", 60)
	again.Endpoint, again.Key = first.Endpoint, []byte("another key")
	if saved := save(again); saved.ID != "d1" || !saved.Since.Equal(first.Since) || !saved.Used.Equal(again.Used) || !bytes.Equal(saved.Key, again.Key) {
		s.Errorf("confirmed, it is %+v", saved)
	}
	want("ann", "[d1 d2 d3]")
	// A fourth of three replaces the one that was not used for the longest time.
	save(pushDevice("ann", "ann", "d4", 4))
	want("ann", "[d1 d3 d4]")
	// A browser that somebody else uses now is no longer Ann's.
	taken := pushDevice("ben", "ben", "b1", 5)
	taken.Endpoint = pushDevice("ann", "ann", "d3", 0).Endpoint
	save(taken)
	want("ann", "[d1 d4]")
	want("ben", "[b1]")
	for _, c := range []struct {
		player play.PlayerID
		id     string
		there  bool
	}{{"ben", "d4", false}, {"ann", "d4", true}, {"ann", "d4", false}} {
		answer(s.RemovePushDevice(s.Context(), c.player, c.id)).is(s, c.there, "removing %s of %s", c.id, c.player)
	}
	answer(s.ExpirePushDevices(s.Context(), now.Add(6*time.Second))).is(s, 1, "how many devices have expired")
	want("ann", "[d1]")
	want("ben", "[]")
	testPushSessions(s, save, want)
	testPushKey(s)
}

// testPushSessions ends sessions in all ways; their devices end with them.
func testPushSessions(s *store, save func(push.Device) push.Device, want func(play.PlayerID, string)) {
	s.Helper()
	must(s, errors.Join(
		s.AddAccess(s.Context(), access("ben", "s1", accounts.Session, 1), 3),
		s.AddAccess(s.Context(), access("ben", "s2", accounts.Session, 2), 3),
	))
	save(pushDevice("ben", "ben", "e0", 10))
	save(pushDevice("ben", "s1", "e1", 11))
	save(pushDevice("ben", "s2", "e2", 12))
	answer(s.RemoveAccess(s.Context(), "ben", accounts.AccessChoice{ID: "s1"})).must(s)
	want("ben", "[e0 e2]")
	// One more session than allowed ends the oldest.
	must(s, s.AddAccess(s.Context(), access("ben", "s3", accounts.Session, 3), 2))
	want("ben", "[e2]")
	want("ann", "[d1]")
	answer(s.RemoveAccess(s.Context(), "ben", accounts.AccessChoice{})).must(s)
	want("ben", "[]")
}

// testPushKey keeps the first key.
func testPushKey(s *store) {
	for _, fresh := range []string{"first", "second"} {
		answer(s.PushKey(s.Context(), []byte(fresh))).is(s, []byte("first"), "the key")
		s.reopen()
	}
}
