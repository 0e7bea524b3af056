package raster

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"io"
	"math"
	"slices"

	"plateau/catalogue/look"
	"plateau/game"
	"plateau/internal/picture"
)

// Film is a game as an animated GIF.
type Film struct {
	Match *game.Match
	Look  *look.Picture
	// Width is that of the board in pixels; 0 is [DefaultWidth].
	Width int
	// Players and Title are written above the board.
	Players, Title string
	// Caption is what is written below a position after so many plies.
	Caption func(ply int) string
}

// Limits of films. Moves of long games are shown without animation, and longer ones
// are refused: their films would be too large for anybody to send.
const (
	MostPlies    = 600
	mostAnimated = 120
	// MinWidth and MaxWidth bound the width of a board.
	MinWidth = 160
	// MaxWidth is the other bound.
	MaxWidth = 960
	// DefaultWidth is good for messengers.
	DefaultWidth = 480
)

// Times in hundredths of a second.
const (
	frameTime = 5
	startTime = 80
	moveTime  = 70
	quickTime = 35
	endTime   = 400
	steps     = 6
)

// ErrLong and ErrWidth say what cannot be filmed.
var (
	ErrLong  = fmt.Errorf("the game is too long for a film: at most %d moves are possible", MostPlies)
	ErrWidth = fmt.Errorf("the width of a film must be between %d and %d", MinWidth, MaxWidth)
)

// WriteGIF writes the film.
func (f Film) WriteGIF(w io.Writer) error {
	if f.Width == 0 {
		f.Width = DefaultWidth
	}
	switch {
	case f.Width < MinWidth || f.Width > MaxWidth:
		return ErrWidth
	case f.Match.Plies() > MostPlies:
		return ErrLong
	}
	r := newReel(f)
	r.show(0, startTime)
	for ply := 1; ply <= f.Match.Plies(); ply++ {
		if f.Match.Plies() <= mostAnimated {
			r.move(ply)
			r.show(ply, moveTime)
		} else {
			r.show(ply, quickTime)
		}
	}
	r.out.Delay[len(r.out.Delay)-1] = endTime
	if err := gif.EncodeAll(w, &r.out); err != nil {
		return errors.Join(errors.New("the film cannot be written"), err)
	}
	return nil
}

// reel is a film that is being made.
type reel struct {
	Film
	board  *Board
	bar    int // the height of the texts above and below the board
	colour *mapper
	last   *image.Paletted
	// texts are the names and the caption of a ply.
	texts    *image.RGBA
	textsPly int
	out      gif.GIF
}

func newReel(f Film) *reel {
	r := &reel{Film: f, board: NewBoard(f.Match.Game(), f.Look, f.Width), bar: f.Width / 11}
	// All pieces and marks are at the end or in between, on some board.
	samples := []*image.RGBA{r.still(0)}
	for i := 1; i <= 3; i++ {
		samples = append(samples, r.still(f.Match.Plies()*i/3))
	}
	r.colour = newMapper(palette(samples))
	r.out.Config.ColorModel = r.colour.colours
	r.out.Config.Width, r.out.Config.Height = f.Width, f.Width+2*r.bar
	return r
}

// framed puts a board between the names and a caption.
func (r *reel) framed(board *image.RGBA, ply int) *image.RGBA {
	if r.texts == nil || r.textsPly != ply {
		r.texts, r.textsPly = r.written(ply), ply
	}
	img := r.board.copyOf(r.texts)
	draw.Draw(img, board.Rect.Add(image.Pt(0, r.bar)), board, image.Point{}, draw.Over)
	return img
}

// written is an image with the names above and the caption below an empty place.
func (r *reel) written(ply int) *image.RGBA {
	canvas := NewCanvas(r.Width, r.Width+2*r.bar, 1)
	canvas.Fill(paper)
	size, wide, side := float64(r.bar)*0.46, float64(r.Width), float64(r.bar)*0.3
	middle := float64(r.bar) / 2
	title := regular.fitted(r.Title, size, wide/2)
	names := bold.fitted(r.Players, size, wide-3*side-regular.width(title, size))
	canvas.write(names, bold, size, side, middle, leftAligned, ink)
	canvas.write(title, regular, size, wide-side, middle, rightAligned, brand)
	if r.Caption != nil {
		caption := regular.fitted(r.Caption(ply), size, wide-2*side)
		canvas.write(caption, regular, size, side, wide+float64(r.bar)+middle, leftAligned, ink)
	}
	return canvas.RGBA
}

// still is a position after so many plies.
func (r *reel) still(ply int) *image.RGBA { return r.framed(r.board.Ply(r.Match, ply), ply) }

func (r *reel) show(ply, time int) { r.add(r.still(ply), time) }

// add appends what has changed since the last image. What has not is transparent,
// which takes little room.
func (r *reel) add(img *image.RGBA, time int) {
	all := r.colour.paletted(img)
	part := all.Rect
	if r.last != nil {
		part = changed(r.last, all)
	}
	if part.Empty() {
		r.out.Delay[len(r.out.Delay)-1] += time
		return
	}
	frame := image.NewPaletted(part, r.colour.colours)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			index := all.ColorIndexAt(x, y)
			if r.last != nil && r.last.ColorIndexAt(x, y) == index {
				index = transparent
			}
			frame.SetColorIndex(x, y, index)
		}
	}
	r.last = all
	r.out.Image = append(r.out.Image, frame)
	r.out.Delay = append(r.out.Delay, time)
	r.out.Disposal = append(r.out.Disposal, gif.DisposalNone)
}

// changed is the smallest rectangle in which two images differ.
func changed(a, b *image.Paletted) image.Rectangle {
	var part image.Rectangle
	for y := a.Rect.Min.Y; y < a.Rect.Max.Y; y++ {
		from, to := a.PixOffset(a.Rect.Min.X, y), a.PixOffset(a.Rect.Max.X, y)
		rowA, rowB := a.Pix[from:to], b.Pix[from:to]
		first, last := 0, len(rowA)-1
		for first <= last && rowA[first] == rowB[first] {
			first++
		}
		if first > last {
			continue
		}
		for rowA[last] == rowB[last] {
			last--
		}
		part = part.Union(image.Rect(first, y, last+1, y+1))
	}
	return part
}

// move shows the way from one position to the next.
func (r *reel) move(ply int) {
	before := r.Match.PositionAfter(ply - 1)
	motions := before.Motions(r.Match.Moves()[ply-1])
	if len(motions) == 0 {
		return
	}
	moving := map[game.Cell]bool{}
	for _, m := range motions {
		if m.Kind != game.Places {
			moving[m.From] = true
		}
	}
	ground := r.board.copyOf(r.board.empty)
	for _, item := range picture.Items(r.Look, before) {
		if !moving[item.Cell] {
			x, y := picture.Centre(item.Cell, r.board.size)
			r.board.put(ground, item.Letter, x, y)
		}
	}
	for step := 1; step < steps; step++ {
		on := r.board.copyOf(ground)
		t := ease(float64(step) / steps)
		for _, m := range motions {
			r.carry(on, before, m, motions, t)
		}
		r.add(r.framed(on, ply), frameTime)
	}
}

// ease starts and ends a motion slowly.
func ease(t float64) float64 { return t * t * (3 - 2*t) }

// carry draws a piece on its way; t is how much of it is behind.
func (r *reel) carry(on *image.RGBA, before game.Position, m game.Motion, all []game.Motion, t float64) {
	letter := picture.Drawn(r.Look, before.Game(), m.Letter)
	toX, toY := picture.Centre(m.To, r.board.size)
	fromX, fromY := picture.Centre(m.From, r.board.size)
	switch m.Kind {
	case game.Places:
		// It comes down on its cell.
		r.board.scaled(on, letter, toX, toY-(1-t)*look.Cell/2, 1.5-t/2, 1.5-t/2)
	case game.Flips:
		// The first half shows the face before.
		if t < 0.5 {
			letter = picture.Drawn(r.Look, before.Game(), before.At(m.From))
		}
		x, y := fromX+(toX-fromX)*t, fromY+(toY-fromY)*t
		r.board.scaled(on, letter, x, y, max(0.06, math.Abs(1-2*t)), 1)
	case game.Pushes:
		// It goes round to the edge, and comes in with those that it pushes.
		if startX, startY, ok := entry(m, all, r.board.size); ok {
			fromX, fromY = fromX+(startX-fromX)*min(1, 2*t), fromY+(startY-fromY)*min(1, 2*t)
		}
		t = max(0, 2*t-1)
		r.board.put(on, letter, fromX+(toX-fromX)*t, fromY+(toY-fromY)*t)
	case game.Slides:
		// A push comes first where there is one.
		if slices.ContainsFunc(all, func(m game.Motion) bool { return m.Kind == game.Pushes }) {
			t = max(0, 2*t-1)
		}
		r.board.put(on, letter, fromX+(toX-fromX)*t, fromY+(toY-fromY)*t)
	}
}

// entry is where a pushed piece waits before it comes in: half outside of the edge,
// against the direction in which the others slide.
func entry(m game.Motion, all []game.Motion, size int) (x, y float64, ok bool) {
	for _, other := range all {
		if other.Kind == game.Slides {
			toX, toY := picture.Centre(m.To, size)
			aX, aY := picture.Centre(other.From, size)
			bX, bY := picture.Centre(other.To, size)
			return toX - (bX-aX)*0.8, toY - (bY-aY)*0.8, true
		}
	}
	return 0, 0, false
}

// scaled draws a piece in another size.
func (b *Board) scaled(on *image.RGBA, letter byte, x, y, scaleX, scaleY float64) {
	canvas := Canvas{RGBA: on, Scale: b.scale}
	canvas.Draw(picture.Moved(b.look.Piece(letter), x, y, scaleX, scaleY))
}
