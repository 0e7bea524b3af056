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
	_, err := s.SavePushDevice(s.Context(), pushDevice("ann", "ann", "x", 0), 3)
	s.wantError("a device of nobody", err, play.ErrNoPlayer)
	s.somebody("ann")
	s.somebody("ben")
	_, err = s.SavePushDevice(s.Context(), pushDevice("ann", "ben", "x", 0), 3)
	s.wantError("a device of another's session", err, play.ErrNoPlayer)
	save := func(d push.Device) push.Device {
		s.Helper()
		saved, err := s.SavePushDevice(s.Context(), d, 3)
		must(s, err)
		return saved
	}
	want := func(player play.PlayerID, ids string) {
		s.Helper()
		list, err := s.PushDevices(s.Context(), player)
		must(s, err)
		got := []string{}
		for _, d := range list {
			got = append(got, d.ID)
		}
		if fmt.Sprint(got) != ids {
			s.Errorf("%s has %v, want %s", player, got, ids)
		}
	}
	first := save(pushDevice("ann", "ann", "d1", 1))
	save(pushDevice("ann", "ann", "d2", 2))
	save(pushDevice("ann", "ann", "d3", 3))
	s.reopen()
	if list, err := s.PushDevices(s.Context(), "ann"); err != nil || len(list) != 3 || !reflect.DeepEqual(list[0], first) {
		s.Errorf("the devices are %+v, %v", list, err)
	}
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
		if removed, err := s.RemovePushDevice(s.Context(), c.player, c.id); err != nil || removed != c.there {
			s.Errorf("removing %s of %s: %v, %v", c.id, c.player, removed, err)
		}
	}
	if n, err := s.ExpirePushDevices(s.Context(), now.Add(6*time.Second)); err != nil || n != 1 {
		s.Errorf("%d devices have expired, %v", n, err)
	}
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
	_, err := s.RemoveAccess(s.Context(), "ben", accounts.AccessChoice{ID: "s1"})
	must(s, err)
	want("ben", "[e0 e2]")
	// One more session than allowed ends the oldest.
	must(s, s.AddAccess(s.Context(), access("ben", "s3", accounts.Session, 3), 2))
	want("ben", "[e2]")
	want("ann", "[d1]")
	_, err = s.RemoveAccess(s.Context(), "ben", accounts.AccessChoice{})
	must(s, err)
	want("ben", "[]")
}

// testPushKey keeps the first key.
func testPushKey(s *store) {
	for _, fresh := range []string{"first", "second"} {
		if key, err := s.PushKey(s.Context(), []byte(fresh)); err != nil || string(key) != "first" {
			s.Errorf("the key is %s, %v", key, err)
		}
		s.reopen()
	}
}
