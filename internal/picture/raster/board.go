package raster

import (
	"image"
	"image/draw"
	"math"

	"plateau/catalogue/look"
	"plateau/game"
	"plateau/internal/picture"
)

// Board draws the positions of one game at one size. What is the same in many
// positions is drawn once. It is not safe for concurrent use.
type Board struct {
	look   *look.Picture
	size   int
	pixels int
	scale  float64
	empty  *image.RGBA
	pieces map[byte]*image.RGBA
}

// NewBoard draws boards of this width and height.
func NewBoard(g game.Game, l *look.Picture, pixels int) *Board {
	b := &Board{look: l, size: g.Size(), pixels: pixels, pieces: map[byte]*image.RGBA{}}
	b.scale = float64(pixels) / picture.Extent(b.size)
	canvas := NewCanvas(pixels, pixels, b.scale)
	canvas.Draw(picture.Board(l, b.size))
	b.empty = canvas.RGBA
	return b
}

// reach is how far pieces with their shadows go beyond the middle of a cell.
const reach = 62.0

// piece is the image of a piece, with its middle in the middle.
func (b *Board) piece(letter byte) *image.RGBA {
	if known := b.pieces[letter]; known != nil {
		return known
	}
	half := math.Ceil(reach * b.scale)
	canvas := NewCanvas(int(2*half), int(2*half), b.scale)
	canvas.X, canvas.Y = half, half
	canvas.Draw(b.look.Piece(letter))
	b.pieces[letter] = canvas.RGBA
	return canvas.RGBA
}

// put draws a piece with its middle at a point, in units.
func (b *Board) put(on *image.RGBA, letter byte, x, y float64) {
	sprite := b.piece(letter)
	at := image.Pt(int(math.Round(x*b.scale)), int(math.Round(y*b.scale))).Sub(image.Pt(sprite.Rect.Dx()/2, sprite.Rect.Dy()/2))
	draw.Draw(on, sprite.Rect.Add(at), sprite, image.Point{}, draw.Over)
}

// Position draws a position with the cells of its last move and the decisive line.
func (b *Board) Position(p game.Position, last, line []game.Cell) *image.RGBA {
	on := b.copyOf(b.empty)
	for _, item := range picture.Items(b.look, p) {
		x, y := picture.Centre(item.Cell, b.size)
		b.put(on, item.Letter, x, y)
	}
	b.mark(on, last, line)
	return on
}

// mark draws marks over the pieces.
func (b *Board) mark(on *image.RGBA, last, line []game.Cell) {
	canvas := Canvas{RGBA: on, Scale: b.scale}
	if len(line) == 0 {
		canvas.Draw(picture.LastMove(last, b.size))
	}
	canvas.Draw(picture.Line(line, b.size))
}

func (b *Board) copyOf(img *image.RGBA) *image.RGBA {
	same := image.NewRGBA(img.Rect)
	copy(same.Pix, img.Pix)
	return same
}

// Ply draws the position of a match after so many plies.
func (b *Board) Ply(m *game.Match, ply int) *image.RGBA {
	var line []game.Cell
	if ply == m.Plies() {
		line = m.Verdict().Line
	}
	return b.Position(m.PositionAfter(ply), lastCells(m, ply), line)
}

// lastCells are the cells of the move that led to a ply.
func lastCells(m *game.Match, ply int) []game.Cell {
	if ply == 0 {
		return nil
	}
	return picture.LastCells(m.PositionAfter(ply - 1).Motions(m.Moves()[ply-1]))
}
