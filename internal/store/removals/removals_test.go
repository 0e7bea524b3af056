package removals_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/internal/store/removals"
)

var noon = time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)

func opened(t *testing.T, path string) *removals.File {
	t.Helper()
	f, err := removals.Open(path, "abc", noon)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func appended(t *testing.T, f *removals.File, at time.Time, keys ...string) {
	t.Helper()
	var all []removals.Removal
	for _, key := range keys {
		all = append(all, removals.Removal{At: at, Kind: removals.Access, Key: key})
	}
	if err := f.Append(all); err != nil {
		t.Fatal(err)
	}
}

// listed are the keys in a file.
func listed(t *testing.T, path string) (l *removals.List, keys string) {
	t.Helper()
	l, err := removals.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]string, len(l.Removals))
	for i, r := range l.Removals {
		all[i] = r.Key
	}
	return l, strings.Join(all, " ")
}

func TestAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list")
	appended(t, opened(t, path), noon.Add(time.Hour), "one", "two")
	appended(t, opened(t, path), noon.Add(2*time.Hour), "three")
	l, keys := listed(t, path)
	if keys != "one two three" || l.Damaged != 0 || l.Database != "abc" || !l.Since.Equal(noon) {
		t.Errorf("the list is %+v", l)
	}
	if !l.Removals[2].At.Equal(noon.Add(2*time.Hour)) || l.Removals[2].Kind != removals.Access {
		t.Errorf("the last is %+v", l.Removals[2])
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
	for _, one := range []struct {
		database string
		since    time.Time
		want     bool
	}{{"abc", noon, true}, {"abc", noon.Add(-time.Second), false}, {"abd", noon, false}, {"abc", time.Time{}, false}} {
		if got := l.Complete(one.database, one.since); got != one.want {
			t.Errorf("complete for %s since %v: %v", one.database, one.since, got)
		}
	}
	if (*removals.List)(nil).Complete("abc", noon) {
		t.Error("no list is complete")
	}
}

// A crash may cut the file off anywhere. What was complete stays, and the list goes
// on after it.
func TestHalfWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list")
	appended(t, opened(t, path), noon, "one")
	head, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	appended(t, opened(t, path), noon, "two")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for size := int(head.Size()); size < len(whole); size++ {
		if err := os.WriteFile(path, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		appended(t, opened(t, path), noon, "three")
		if l, keys := listed(t, path); keys != "one three" || l.Damaged != 0 {
			t.Fatalf("cut off after %d bytes: %q, %+v", size, keys, l)
		}
	}
}

// A line that is damaged does not hide the others, and does not go unnoticed.
func TestDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list")
	appended(t, opened(t, path), noon, "one", "two", "three")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(content), "two", "tvo", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	f := opened(t, path)
	if err := f.Compact(noon.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if l, keys := listed(t, path); keys != "one three" || l.Damaged != 1 || l.Complete("abc", noon) {
		t.Errorf("%q, %+v", keys, l)
	}
}

// What belongs to another database, or is something else, is put aside.
func TestForeign(t *testing.T) {
	for name, content := range map[string]string{"other": "", "text": "something else\nand more\n", "empty": "-"} {
		path := filepath.Join(t.TempDir(), "list")
		if content == "" {
			f, err := removals.Open(path, "another", noon)
			if err != nil {
				t.Fatal(err)
			}
			f.Close()
		} else if err := os.WriteFile(path, []byte(strings.TrimSuffix(content, "-")), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := removals.Read(path); content != "" && !errors.Is(err, removals.ErrForeign) {
			t.Errorf("%s: %v", name, err)
		}
		appended(t, opened(t, path), noon, "one")
		if l, keys := listed(t, path); keys != "one" || l.Database != "abc" {
			t.Errorf("%s: %+v", name, l)
		}
		if aside, err := filepath.Glob(path + "-*"); err != nil || len(aside) != 1 {
			t.Errorf("%s: %q, %v", name, aside, err)
		}
	}
}

// The list forgets what is old, and says so.
func TestCompact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list")
	f := opened(t, path)
	for day := range 10 {
		at := noon.AddDate(0, 0, day)
		appended(t, f, at, fmt.Sprint("day", day), "always")
	}
	before := noon.AddDate(0, 0, 7)
	if err := f.Compact(before); err != nil {
		t.Fatal(err)
	}
	appended(t, f, noon.AddDate(0, 0, 10), "later")
	l, keys := listed(t, path)
	if keys != "day7 always day8 day9 later" || !l.Since.Equal(before) || l.Damaged != 0 {
		t.Errorf("%q, %+v", keys, l)
	}
	if l.Complete("abc", noon) {
		t.Error("a backup from before is not covered")
	}
	if all, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); err != nil || !slices.Equal(all, []string{path}) {
		t.Errorf("there are %q, %v", all, err)
	}
}

// FuzzRead reads damaged lists. What was read is read again when it is written.
func FuzzRead(f *testing.F) {
	f.Add([]byte("plateau-removals 1 d 5 dadfe92d\n6 player p 4db61f7b\n7 link l 00000000\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "removals")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := removals.Read(path)
		if err != nil {
			return
		}
		if lines := strings.Count(string(content), "\n"); len(list.Removals)+list.Damaged != lines-1 {
			t.Errorf("%q has %d removals, %d damaged lines", content, len(list.Removals), list.Damaged)
		}
	})
}
