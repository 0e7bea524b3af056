package cli_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"plateau/exact/quixo/solver"
	"plateau/games/full"
	"plateau/internal/cli"
)

// packable is a program in which the smallest board of Quixo is solved and packed
// like the largest.
type packable struct {
	*testing.T

	data string
}

func newPackable(t *testing.T) *packable {
	t.Helper()
	p := &packable{t, t.TempDir()}
	t.Setenv("PLATEAU_DATA", p.data)
	return p
}

// run runs a command, which must end with the exit code and print the texts.
func (p *packable) run(code int, command string, want ...string) {
	p.Helper()
	games := slices.Clone(full.All())
	for i := range games {
		if games[i].Game.ID() == "quixo3" {
			games[i].Method = solver.LayeredMethod(3)
		}
	}
	var out bytes.Buffer
	got := cli.Main(cli.Program{Games: games, Data: full.Data}, strings.Fields(command),
		cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out})
	if got != code {
		p.Errorf("%s: exit code %d instead of %d:\n%s", command, got, code, &out)
	}
	for _, text := range want {
		if !strings.Contains(out.String(), text) {
			p.Errorf("%s: no %q in\n%s", command, text, &out)
		}
	}
}

func (p *packable) file() string {
	return filepath.Join(p.data, "tablebases", "quixo3", "packed.plateau-table")
}

// contents reads the packed file.
func (p *packable) contents() []byte {
	p.Helper()
	b, err := os.ReadFile(p.file())
	if err != nil {
		p.Fatal(err)
	}
	return b
}

func (p *packable) write(path string, b []byte) {
	p.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		p.Fatal(err)
	}
}

func TestTablebasePack(t *testing.T) {
	p := newPackable(t)
	p.run(1, "tablebase pack quixo3", "layer 0 of the tablebase in", "'plateau solve quixo3' makes it")
	p.run(0, "solve quixo3")
	p.run(1, "solve quixo3 --pack", "is complete already", "deletes nothing")
	p.run(0, "tablebase pack quixo3 --threads 2", "Packing quixo3 into", "about 1.0 MB", "Packed quixo3 in")
	p.run(0, "tablebase pack quixo3", "The tablebase of quixo3 is packed already")
	p.run(0, "tablebase info", "quixo3: complete, 10 of 10 layers", "and packed", "packed.plateau-table")
	p.run(0, "tablebase verify", "20050 random positions compared with their moves, 0 wrong")
	p.run(0, "solve quixo3 --pack", "packed already")
	layers, err := filepath.Glob(filepath.Join(filepath.Dir(p.file()), "layer-*"))
	if err != nil || len(layers) != 10 {
		t.Fatal(layers, err)
	}
	for _, layer := range layers {
		if err := os.Remove(layer); err != nil {
			t.Fatal(err)
		}
	}
	p.run(0, "tablebase info", "quixo3: complete, packed, ")
	p.run(0, "tablebase info --json", `"complete":true`, `"files":[]`, `"packed":{"file":`, `"damage":null}`)
	p.run(0, "tablebase verify", "50 random positions compared with their moves, 0 wrong", "quixo3: complete, packed read, ")
	p.run(0, "value quixo3", "win")
	whole := p.contents()

	spoilt := slices.Clone(whole)
	spoilt[5000] ^= 1
	p.write(p.file(), spoilt)
	p.run(0, "tablebase info", "quixo3: complete, packed, ")
	p.run(1, "tablebase verify", "quixo3: damaged, ", "checksum")
	p.write(p.file(), whole[:len(whole)-1])
	p.run(1, "tablebase info", "damaged: ", "bytes instead of", "download or pack it again")
	p.run(1, "value quixo3", "bytes instead of")

	p.run(2, "tablebase pack pivot", "the tablebase of pivot is not packed; the games whose is are quixo, quixo3")
	p.run(2, "solve pivot --pack", "the tablebase of pivot is not packed")
	p.run(2, "solve quixo3 --pack --layers 3", "leave out --layers")
}

func TestSolvePack(t *testing.T) {
	p := newPackable(t)
	p.run(0, "solve quixo3 --pack", "Solving quixo3 into", "of disk", "Solved and packed quixo3 in")
	p.run(0, "solve quixo3 --pack", "is packed already")
	p.run(0, "value quixo3", "win")
	left, err := filepath.Glob(filepath.Join(filepath.Dir(p.file()), "[^.]*"))
	if err != nil || len(left) != 1 {
		t.Errorf("what is left is %v, %v", left, err)
	}
}

func TestTablebaseGet(t *testing.T) {
	p := newPackable(t)
	p.run(0, "solve quixo3 --pack")
	whole := p.contents()
	var broken atomic.Bool
	var served atomic.Pointer[[]byte]
	served.Store(&whole)
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if broken.Load() && !strings.HasPrefix(r.Header.Get("Range"), "bytes=0-") {
			panic(http.ErrAbortHandler)
		}
		http.ServeContent(w, r, "file", time.Time{}, bytes.NewReader(*served.Load()))
	}))
	defer host.Close()
	get := "tablebase get " + host.URL + "/quixo3"
	p.run(0, get, "The packed tablebase of quixo3 is here already")

	// From the beginning, and from half of it.
	p = newPackable(t)
	p.run(0, get, "Downloading the packed tablebase of quixo3 into", "Downloaded and verified")
	if !bytes.Equal(p.contents(), whole) {
		t.Error("another file arrived")
	}
	p.run(0, "value quixo3", "win")
	p = newPackable(t)
	half := filepath.Join(filepath.Dir(p.file()), ".writing-download")
	if err := os.MkdirAll(filepath.Dir(half), 0o700); err != nil {
		t.Fatal(err)
	}
	p.write(half, whole[:len(whole)/2])
	broken.Store(true)
	p.run(1, get, "are here already", "the same command continues")
	broken.Store(false)
	p.run(0, get, "are here already", "Downloaded and verified")
	if !bytes.Equal(p.contents(), whole) {
		t.Error("the halves do not fit")
	}

	// Half of another file is not used, and damage is found.
	p = newPackable(t)
	p.run(1, "tablebase get "+host.URL+"/quixo3 --out /dev/null/x", "/dev/null")
	damaged := slices.Clone(whole)
	damaged[6000] ^= 1
	served.Store(&damaged)
	p.run(1, get, "what arrived is damaged, and was deleted", "download it again")
	served.Store(&whole)
	p.run(0, get, "Downloaded and verified")

	for _, test := range []struct {
		served []byte
		want   string
	}{
		{whole[:len(whole)-1], "is not whole"},
		{[]byte("something else"), "its header cannot be read"},
		{bytes.Repeat([]byte("x"), 5000), "not a packed tablebase of Plateau"},
	} {
		served.Store(&test.served)
		p.run(1, get+" --out "+t.TempDir(), test.want)
	}
	host.Config.Handler = http.NotFoundHandler()
	p.run(1, get, "404 Not Found")
	p.run(2, "tablebase get quixo.plateau-table", "is not an address")
}
