package packed_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"plateau/exact"
	index "plateau/exact/quixo"
	"plateau/exact/quixo/packed"
	"plateau/game/quixo"
)

// remoteFile is a file that is read in parts, and counts the requests.
type remoteFile struct {
	*memory

	requests [][]exact.Span
	err      error
}

func (f *remoteFile) read(spans []exact.Span) ([][]byte, error) {
	f.requests = append(f.requests, slices.Clone(spans))
	if f.err != nil {
		return nil, f.err
	}
	parts := make([][]byte, len(spans))
	for i, span := range spans {
		parts[i] = slices.Clone(f.b[span.At : span.At+span.Size])
	}
	return parts, nil
}

// head reads the header and nothing else.
type head struct{ *memory }

func (h head) ReadAt(b []byte, at int64) (int, error) {
	if at > 0 {
		return 0, errors.New("this was not fetched")
	}
	return h.memory.ReadAt(b, at)
}

// after are the positions that moves lead to.
func after(s *quixo.State) (states []quixo.State) {
	for _, m := range s.AppendMoves(nil) {
		child := *s
		child.Play(m)
		states = append(states, child)
	}
	return states
}

// randomState is a position with any marks; the game may be over.
func randomState(size int, rng *rand.Rand) quixo.State {
	planes := [2]uint32{}
	for column := range size {
		for row := range size {
			if owner := rng.IntN(3); owner < 2 {
				planes[owner] |= 1 << (5*column + row)
			}
		}
	}
	return quixo.Make(size, planes[0], planes[1], quixo.Cross)
}

// What was fetched is enough for the values of all moves, and they are those of
// the whole file.
func TestFetch(t *testing.T) {
	for _, unitBits := range []int{6, 17} {
		l := solved(t, 3, 10)
		file := &memory{}
		pack(t, file, l, 3, unitBits, 10)
		whole, err := packed.NewTable(file)
		if err != nil {
			t.Fatal(err)
		}
		parts, err := packed.NewTable(head{file})
		if err != nil {
			t.Fatal(err)
		}
		remote := &remoteFile{memory: file}
		rng := rand.New(rand.NewPCG(7, 7))
		for range 300 {
			s := randomState(3, rng)
			states := after(&s)
			before := len(remote.requests)
			missing, err := parts.Missing(states)
			if err != nil {
				t.Fatal(err)
			}
			if err := parts.Fetch(states, remote.read); err != nil {
				t.Fatal(err)
			}
			switch requests := remote.requests[before:]; {
			case len(requests) > 2 || len(requests) == 0 && len(missing) > 0:
				t.Fatalf("%d requests", len(requests))
			case len(requests) > 0 && !slices.Equal(requests[0], missing):
				t.Fatalf("%v was read, and %v was missing", requests[0], missing)
			}
			if missing, err := parts.Missing(states); err != nil || len(missing) > 0 {
				t.Fatalf("after fetching, %v is missing: %v", missing, err)
			}
			compareTables(t, whole, parts, states)
		}
		// Every part was read once.
		seen := map[exact.Span]bool{}
		for _, span := range slices.Concat(remote.requests...) {
			if seen[span] {
				t.Fatalf("%v was read twice", span)
			}
			seen[span] = true
		}
	}
}

func compareTables(t *testing.T, whole, parts *packed.Table, states []quixo.State) {
	t.Helper()
	for i := range states {
		want, err1 := whole.Value(&states[i])
		got, err2 := parts.Value(&states[i])
		if err := errors.Join(err1, err2); err != nil || got != want {
			t.Fatalf("%v instead of %v, %v", got, want, err)
		}
		if !want.IsLoss() {
			continue
		}
		progress, err1 := whole.Progress(&states[i])
		again, err2 := parts.Progress(&states[i])
		if err := errors.Join(err1, err2); err != nil || progress != again {
			t.Fatalf("progress %d instead of %d, %v", again, progress, err)
		}
	}
}

// Whatever goes wrong is an error, and works the next time.
func TestFetchFails(t *testing.T) {
	file := &memory{}
	pack(t, file, solved(t, 3, 10), 3, 6, 10)
	table, err := packed.NewTable(head{file})
	if err != nil {
		t.Fatal(err)
	}
	s := quixo.Make(3, 1, 0, quixo.Circle)
	states := after(&s)
	good := &remoteFile{memory: file}
	changed := func(change func(parts [][]byte) [][]byte) exact.ReadSpans {
		return func(spans []exact.Span) ([][]byte, error) {
			parts, err := good.read(spans)
			return change(parts), err
		}
	}
	wrong := map[string]exact.ReadSpans{
		"the network is away": (&remoteFile{memory: file, err: errors.New("the network is away")}).read,
		"parts were read":     changed(func(parts [][]byte) [][]byte { return parts[1:] }),
		"bytes were read":     changed(func(parts [][]byte) [][]byte { parts[0] = parts[0][1:]; return parts }),
		"its checksum":        changed(func(parts [][]byte) [][]byte { parts[0][0]++; return parts }),
	}
	// Before the layers are open, and then for the blocks.
	for range 2 {
		for want, read := range wrong {
			if err := table.Fetch(states, read); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v instead of something with %q", err, want)
			}
		}
		calls := 0
		_ = table.Fetch(states, func(spans []exact.Span) ([][]byte, error) {
			if calls++; calls > 1 {
				return nil, errors.New("later")
			}
			return good.read(spans)
		})
	}
	if err := table.Fetch(states, good.read); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Value(&states[0]); err != nil {
		t.Error(err)
	}
}

// A remote file is opened when it is needed, and again after an error.
func TestRemote(t *testing.T) {
	file := &memory{}
	pack(t, file, solved(t, 3, 10), 3, 17, 10)
	whole, err := packed.Open(3, file)
	if err != nil {
		t.Fatal(err)
	}
	remote := &remoteFile{memory: file, err: errors.New("offline")}
	table := packed.NewRemote(3, remote.read)
	s := quixo.Make(3, 1, 0, quixo.Circle)
	var keys []uint64
	for _, child := range after(&s) {
		keys = append(keys, child.Key())
	}
	if err := table.Fetch(nil); err != nil || len(remote.requests) > 0 {
		t.Errorf("for nothing, %d requests: %v", len(remote.requests), err)
	}
	_, valueErr := table.ValueOf(keys[0])
	_, progressErr := table.Progress(keys[0])
	for _, err := range []error{table.Fetch(keys), valueErr, progressErr} {
		if err == nil || !strings.Contains(err.Error(), "offline") {
			t.Errorf("offline: %v", err)
		}
	}
	remote.err, remote.requests = nil, nil
	if err := table.Fetch(keys); err != nil {
		t.Fatal(err)
	}
	// The header, the indexes of two layers, and the blocks.
	if len(remote.requests) != 3 {
		t.Errorf("%d requests: %v", len(remote.requests), remote.requests)
	}
	for _, key := range keys {
		want, err1 := whole.ValueOf(key)
		got, err2 := table.ValueOf(key)
		if err := errors.Join(err1, err2); err != nil || got != want {
			t.Errorf("%v instead of %v, %v", got, want, err)
		}
	}
	if len(remote.requests) != 3 {
		t.Errorf("look-ups made requests: %v", remote.requests[3:])
	}
	// What was not fetched is read one by one.
	start := quixo.Start(3, quixo.Cross)
	if got, err := table.ValueOf(start.Key()); err != nil || !got.IsWin() {
		t.Errorf("the start: %v, %v", got, err)
	}
	if err := errors.Join(table.Fetch([]uint64{1 << 63}), table.Close()); err == nil {
		t.Error("a key that is none was fetched")
	}
	if err := packed.NewRemote(4, remote.read).Fetch(keys); err == nil {
		t.Error("the file of another board was opened")
	}
}

// What a browser reads of the real board: the index of a layer has at most
// 550 kB, and those of all layers 3.3 MB.
func TestIndexSizes(t *testing.T) {
	board := index.NewBoard(5)
	largest, all := 0, 0
	for marks := range board.Cells + 1 {
		size := packed.IndexBytes(board, marks)
		largest, all = max(largest, size), all+size
	}
	if largest > 550_000 || all > 3_300_000 {
		t.Errorf("the largest index has %d bytes, all have %d", largest, all)
	}
}
