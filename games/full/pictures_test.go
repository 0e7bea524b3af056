package full_test

import (
	"bytes"
	"testing"

	"plateau/games/full"
	"plateau/internal/picture/raster"
)

func TestEveryPieceHasItsOwnPicture(t *testing.T) {
	for _, e := range full.All() {
		if e.Picture == nil {
			t.Errorf("%s has no picture", e.Game.ID())
			continue
		}
		drawn := map[byte][]byte{}
		letters := []byte(e.Game.Letters())
		if e.Picture.Covered {
			letters = append(letters, 0)
		}
		for _, letter := range letters {
			canvas := raster.NewCanvas(60, 60, 0.5)
			canvas.X, canvas.Y = 30, 30
			canvas.Draw(e.Picture.Piece(letter))
			for other, pix := range drawn {
				if bytes.Equal(pix, canvas.Pix) {
					t.Errorf("%s: %q looks like %q", e.Game.ID(), letter, other)
				}
			}
			drawn[letter] = canvas.Pix
		}
		if e.Game.FreeColours() != (e.Picture.Other != nil) {
			t.Errorf("%s: colours that are free need pieces of the other colour", e.Game.ID())
		}
	}
}
