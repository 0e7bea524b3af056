package raster_test

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"math/rand/v2"
	"testing"

	"plateau/catalogue/look"
	"plateau/game"
	"plateau/games/full"
	"plateau/internal/picture/raster"
	"plateau/internal/testaid"
)

// match plays moves of a game.
func match(t *testing.T, id string, moves ...string) (*game.Match, *look.Picture) {
	t.Helper()
	all := full.All()
	entry, err := all.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	m := game.MatchFrom(entry.Game.Start(entry.Game.Openers()[0]), nil)
	for _, move := range moves {
		if err := m.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	return m, all.Pictures()[id]
}

func brightness(img image.Image, x, y int) int {
	r, g, b, _ := img.At(x, y).RGBA()
	return int(r>>8+g>>8+b>>8) / 3
}

func TestShapesCoverWhatTheySay(t *testing.T) {
	black := look.Hex(0)
	for _, c := range []struct {
		name     string
		shape    look.Shape
		in, outs [2]int
	}{
		{"a circle", look.Filled(look.Circle(50, 50, 30), black), [2]int{50, 25}, [2]int{25, 25}},
		{"a box with round corners", look.Filled(look.Box(20, 20, 60, 60, 20), black), [2]int{50, 21}, [2]int{22, 22}},
		{"a ring", look.Stroked(look.Circle(50, 50, 30), black, 6), [2]int{50, 20}, [2]int{50, 50}},
		{"relative lines", look.Filled("m20 20h60v60h-60z", black), [2]int{30, 70}, [2]int{85, 50}},
		{"a large arc", look.Filled("M50 20A30 30 0 1 1 20 50L50 50Z", black), [2]int{70, 70}, [2]int{30, 30}},
		{"a stroke with butt ends", look.Shape{Path: "M30 50H70", Stroke: black, Width: 10, Butt: true}, [2]int{50, 53}, [2]int{27, 50}},
		{"a round stroke", look.Stroked("M30 50H70", black, 10), [2]int{27, 50}, [2]int{23, 50}},
	} {
		canvas := raster.NewCanvas(100, 100, 1)
		canvas.Fill(look.Hex(0xffffff))
		canvas.Draw(look.Place([]look.Shape{c.shape}, 0, 0))
		if in, out := brightness(canvas, c.in[0], c.in[1]), brightness(canvas, c.outs[0], c.outs[1]); in > 40 || out < 215 {
			t.Errorf("%s: %d inside, %d outside", c.name, in, out)
		}
	}
}

func TestCardsAreAsLargeAsSitesWant(t *testing.T) {
	m, look := match(t, "quixo", "c1-c5", "a1-e1")
	board := raster.NewBoard(m.Game(), look, raster.CardBoard)
	card := raster.Card{Board: board.Ply(m, 2), Over: "Quixo", Title: "Ann – Bob", Lines: []string{"2 moves"}, Site: "Plateau"}
	data, err := card.PNG()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil || img.Bounds() != image.Rect(0, 0, 1200, 630) {
		t.Fatalf("%v, %v", img.Bounds(), err)
	}
	if bytes.Equal(board.Ply(m, 0).Pix, board.Ply(m, 2).Pix) {
		t.Error("the picture does not show the moves")
	}
	if !raster.Writable("Zażółć gęślą jaźń – Ångström, Καλημέρα, Привет") || raster.Writable("囲碁") {
		t.Error("the fonts have other letters than expected")
	}
}

// last is the image that a film ends with.
func last(t *testing.T, data []byte) (*image.RGBA, *gif.GIF) {
	t.Helper()
	film, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	now := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
	for _, frame := range film.Image {
		draw.Draw(now, frame.Rect, frame, frame.Rect.Min, draw.Over)
	}
	return now, film
}

func TestFilmsEndWithTheLastPosition(t *testing.T) {
	for _, c := range []struct {
		id    string
		moves []string
	}{
		{"quantik", []string{"S@a1", "c@d4", "N@b3"}},
		{"pivot", []string{"C@a1", "a1-a2+s@b3"}},
		{"quixo", []string{"c1-c5", "a1-e1", "a5-a1"}},
	} {
		m, look := match(t, c.id, c.moves...)
		const width = 200
		var out bytes.Buffer
		film := raster.Film{Match: m, Look: look, Width: width, Players: "Ann – Bob", Title: c.id}
		if err := film.WriteGIF(&out); err != nil {
			t.Fatal(err)
		}
		end, decoded := last(t, out.Bytes())
		if len(decoded.Image) < 3*len(c.moves) {
			t.Errorf("%s: %d images are no animation", c.id, len(decoded.Image))
		}
		want := raster.NewBoard(m.Game(), look, width).Ply(m, m.Plies())
		bar := (end.Rect.Dy() - width) / 2
		wrong := 0
		for y := range width {
			for x := range width {
				if d := brightness(want, x, y) - brightness(end, x, y+bar); want.RGBAAt(x, y).A == 255 && (d > 24 || d < -24) {
					wrong++
				}
			}
		}
		if wrong > width*width/200 {
			t.Errorf("%s: %d pixels differ from the board", c.id, wrong)
		}
	}
}

func TestFilmsHaveLimits(t *testing.T) {
	m, look := match(t, "quixo")
	rng := rand.New(rand.NewPCG(testaid.Seed(t, 1), 0))
	for m.Plies() <= raster.MostPlies {
		moves := m.Position().Moves()
		// Neither a line nor a repetition ends this game.
		move := moves[rng.IntN(len(moves))]
		next, err := m.Position().Play(move)
		if err != nil {
			t.Fatal(err)
		}
		if next.Outcome().Over() || m.Occurrences(next) > 0 {
			continue
		}
		if err := m.PlayMove(move); err != nil {
			t.Fatal(err)
		}
	}
	if err := (raster.Film{Match: m, Look: look}).WriteGIF(io.Discard); !errors.Is(err, raster.ErrLong) {
		t.Errorf("a long game: %v", err)
	}
	short, _ := match(t, "quixo")
	for _, width := range []int{-1, 10, 5000} {
		if err := (raster.Film{Match: short, Look: look, Width: width}).WriteGIF(io.Discard); !errors.Is(err, raster.ErrWidth) {
			t.Errorf("width %d: %v", width, err)
		}
	}
}
