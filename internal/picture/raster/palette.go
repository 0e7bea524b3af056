package raster

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// Films have one palette of 255 colours, made by median cut: a box with all colours
// of some images is cut in two where half of its pixels lie, along its longest
// edge, until there are enough boxes. Colours are counted by 5 bits per channel.

const levels = 1 << 15

func levelOf(r, g, b uint8) uint16 { return uint16(r>>3)<<10 | uint16(g>>3)<<5 | uint16(b>>3) }

// counted is the pixels that share a level, with the sums of their channels.
type counted struct {
	n    int
	sums [3]int
}

func (c counted) mean(channel int) int { return c.sums[channel] / c.n }

// transparent is the last colour of a palette.
const transparent = 255

// palette finds the colours for images.
func palette(images []*image.RGBA) color.Palette {
	all := make([]counted, levels)
	for _, img := range images {
		for i := 0; i < len(img.Pix); i += 4 {
			c := &all[levelOf(img.Pix[i], img.Pix[i+1], img.Pix[i+2])]
			c.n++
			for channel := range 3 {
				c.sums[channel] += int(img.Pix[i+channel])
			}
		}
	}
	all = slices.DeleteFunc(all, func(c counted) bool { return c.n == 0 })
	boxes := [][]counted{all}
	for len(boxes) < transparent {
		i := widest(boxes)
		if i < 0 {
			break
		}
		a, b := cut(boxes[i])
		boxes[i] = a
		boxes = append(boxes, b)
	}
	var colours color.Palette
	for _, box := range boxes {
		colours = append(colours, meanOf(box))
	}
	for len(colours) <= transparent {
		colours = append(colours, color.RGBA{})
	}
	return colours
}

// widest is the box that is cut next: the one with the longest edge, weighted by
// the root of what is in it; -1 if none can be cut.
func widest(boxes [][]counted) int {
	best, found := 0, -1
	for i, box := range boxes {
		if len(box) < 2 {
			continue
		}
		_, edge := longest(box)
		n := 0
		for _, c := range box {
			n += c.n
		}
		weight := edge * edge
		for ; n > 0; n >>= 2 {
			weight *= 2
		}
		if weight > best {
			best, found = weight, i
		}
	}
	return found
}

// longest is the channel in which the colours of a box differ most.
func longest(box []counted) (channel, edge int) {
	for c := range 3 {
		low, high := 255, 0
		for _, colour := range box {
			low, high = min(low, colour.mean(c)), max(high, colour.mean(c))
		}
		if high-low >= edge {
			channel, edge = c, high-low
		}
	}
	return channel, edge + 1
}

func cut(box []counted) (a, b []counted) {
	channel, _ := longest(box)
	slices.SortFunc(box, func(x, y counted) int { return cmp.Compare(x.mean(channel), y.mean(channel)) })
	all := 0
	for _, c := range box {
		all += c.n
	}
	half, i := 0, 0
	for ; i < len(box)-1; i++ {
		if half += box[i].n; half >= all/2 {
			break
		}
	}
	i = min(i+1, len(box)-1)
	return box[:i:i], box[i:]
}

func meanOf(box []counted) color.Color {
	var sums [3]int
	n := 0
	for _, c := range box {
		n += c.n
		for channel := range 3 {
			sums[channel] += c.sums[channel]
		}
	}
	return color.RGBA{uint8(sums[0] / n), uint8(sums[1] / n), uint8(sums[2] / n), 0xff}
}

// mapper finds the nearest colour of a palette, once per level.
type mapper struct {
	colours color.Palette
	known   []int16
}

func newMapper(colours color.Palette) *mapper {
	m := &mapper{colours: colours, known: make([]int16, levels)}
	for i := range m.known {
		m.known[i] = -1
	}
	return m
}

// paletted is an image in the colours of the palette.
func (m *mapper) paletted(img *image.RGBA) *image.Paletted {
	out := image.NewPaletted(img.Rect, m.colours)
	for i := range out.Pix {
		r, g, b := img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2]
		level := levelOf(r, g, b)
		if m.known[level] < 0 {
			m.known[level] = int16(m.colours[:transparent].Index(color.RGBA{r, g, b, 0xff}))
		}
		out.Pix[i] = uint8(m.known[level])
	}
	return out
}
