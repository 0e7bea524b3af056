package raster

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"

	"plateau/catalogue/look"
)

// The size of previews, as sites and messengers want them.
const (
	CardWidth  = 1200
	CardHeight = 630
)

// Card is the preview of a link: a board, and beside it what it is.
type Card struct {
	// Board is nil if there is nothing to see.
	Board image.Image
	// Over is a line above the title, and Lines are below it. At the bottom is
	// the name of the site.
	Over, Title string
	Lines       []string
	Site        string
}

var (
	paper  = look.Hex(0xf6f2ea)
	ink    = look.Hex(0x1d2327)
	subtle = look.Hex(0x5a5f66)
	brand  = look.Hex(0x0b6b62)
)

// CardBoard is the width of a board on a card.
const CardBoard = 566

const (
	cardMargin  = (CardHeight - CardBoard) / 2
	titleSize   = 54
	lineSize    = 32
	smallSize   = 28
	stripeWidth = 10
)

// PNG draws a card.
func (c Card) PNG() ([]byte, error) {
	canvas := NewCanvas(CardWidth, CardHeight, 1)
	canvas.Fill(paper)
	canvas.Draw(look.Place([]look.Shape{look.Filled(look.Box(0, CardHeight-stripeWidth, CardWidth, stripeWidth, 0), brand)}, 0, 0))
	left := float64(2 * cardMargin)
	if c.Board != nil {
		draw.Draw(canvas.RGBA, image.Rect(cardMargin, cardMargin-stripeWidth/2, CardWidth, CardHeight), c.Board, image.Point{}, draw.Over)
		left = cardMargin + CardBoard + 40
	}
	width := CardWidth - left - cardMargin
	y := 110.0
	canvas.write(regular.fitted(c.Over, smallSize, width), regular, smallSize, left, y, leftAligned, brand)
	y += 66
	for _, text := range bold.wrapped(c.Title, titleSize, width, 3) {
		canvas.write(text, bold, titleSize, left, y, leftAligned, ink)
		y += titleSize * 1.2
	}
	y += 4
	for _, paragraph := range c.Lines {
		for _, text := range regular.wrapped(paragraph, lineSize, width, 2) {
			canvas.write(text, regular, lineSize, left, y, leftAligned, subtle)
			y += lineSize * 1.35
		}
	}
	canvas.write(bold.fitted(c.Site, smallSize, width), bold, smallSize, left, CardHeight-64, leftAligned, brand)
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	err := encoder.Encode(&out, canvas.RGBA)
	return out.Bytes(), err
}
