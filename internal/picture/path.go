package picture

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Pen draws outlines.
type Pen interface {
	MoveTo(x, y float64)
	LineTo(x, y float64)
	// CurveTo is a cubic curve by its two control points and its end.
	CurveTo(x1, y1, x2, y2, x, y float64)
	Close()
}

// Draw follows a path as SVG writes it: M, L, H, V, C, A and Z, in capitals with
// absolute and in small letters with relative coordinates. A path that cannot be
// read is a mistake in the program.
func Draw(path string, pen Pen) {
	r := pathReader{rest: path, pen: pen}
	for r.next() {
		r.follow()
	}
	if r.rest != "" {
		panic(fmt.Sprintf("picture: cannot read %q in the path %q", r.rest, path))
	}
}

// pathReader is where the pen is, and where the current outline began.
type pathReader struct {
	rest           string
	pen            Pen
	command        byte
	x, y           float64
	startX, startY float64
}

// next reads a command. Coordinates without one repeat the last, and after a move
// they are lines.
func (r *pathReader) next() bool {
	r.rest = strings.TrimLeft(r.rest, " ,")
	if r.rest == "" {
		return false
	}
	switch c := r.rest[0]; {
	case strings.IndexByte("MLHVCAZmlhvcaz", c) >= 0:
		r.command, r.rest = c, r.rest[1:]
	case r.command == 'M':
		r.command = 'L'
	case r.command == 'm':
		r.command = 'l'
	case r.command|0x20 == 'z' || r.command == 0 || strings.IndexByte("+-.0123456789", c) < 0:
		return false
	}
	return true
}

// number reads one. Signs and second points begin another.
func (r *pathReader) number() float64 {
	r.rest = strings.TrimLeft(r.rest, " ,")
	end, point := 0, false
	for end < len(r.rest) {
		c := r.rest[end]
		if c == '.' && !point {
			point = true
		} else if (c < '0' || c > '9') && (end > 0 || c != '-') {
			break
		}
		end++
	}
	value, err := strconv.ParseFloat(r.rest[:end], 64)
	if err != nil {
		panic(fmt.Sprintf("picture: no number at %q", r.rest))
	}
	r.rest = r.rest[end:]
	return value
}

// point reads one, relative to where the pen is if the command is small.
func (r *pathReader) point() (x, y float64) {
	x, y = r.number(), r.number()
	if r.relative() {
		x, y = x+r.x, y+r.y
	}
	return x, y
}

func (r *pathReader) relative() bool { return r.command >= 'a' }

func (r *pathReader) follow() {
	switch r.command | 0x20 {
	case 'm':
		r.x, r.y = r.point()
		r.startX, r.startY = r.x, r.y
		r.pen.MoveTo(r.x, r.y)
	case 'l':
		r.lineTo(r.point())
	case 'h':
		x := r.number()
		if r.relative() {
			x += r.x
		}
		r.lineTo(x, r.y)
	case 'v':
		y := r.number()
		if r.relative() {
			y += r.y
		}
		r.lineTo(r.x, y)
	case 'c':
		x1, y1 := r.point()
		x2, y2 := r.point()
		r.x, r.y = r.point()
		r.pen.CurveTo(x1, y1, x2, y2, r.x, r.y)
	case 'a':
		rx, ry := r.number(), r.number()
		r.number() // No drawing tilts its ellipses.
		large, sweep := r.number() != 0, r.number() != 0
		x, y := r.point()
		r.arcTo(rx, ry, large, sweep, x, y)
	case 'z':
		r.x, r.y = r.startX, r.startY
		r.pen.Close()
	}
}

func (r *pathReader) lineTo(x, y float64) {
	r.x, r.y = x, y
	r.pen.LineTo(x, y)
}

// arcTo draws an arc of an upright ellipse as curves of a quarter turn at most.
// Appendix F.6 of SVG has the geometry.
func (r *pathReader) arcTo(rx, ry float64, large, sweep bool, x, y float64) {
	// In units of the radii the ellipse is a circle around (cx, cy).
	ux, uy := (r.x-x)/2/rx, (r.y-y)/2/ry
	if long := math.Hypot(ux, uy); long > 1 {
		rx, ry, ux, uy = rx*long, ry*long, ux/long, uy/long
	}
	offset := math.Sqrt(max(0, 1/(ux*ux+uy*uy)-1))
	if large == sweep {
		offset = -offset
	}
	cx, cy := (r.x+x)/2/rx+offset*uy, (r.y+y)/2/ry-offset*ux
	from := math.Atan2(r.y/ry-cy, r.x/rx-cx)
	turn := math.Atan2(y/ry-cy, x/rx-cx) - from
	switch {
	case sweep && turn <= 0:
		turn += 2 * math.Pi
	case !sweep && turn >= 0:
		turn -= 2 * math.Pi
	}
	steps := math.Ceil(math.Abs(turn)/(math.Pi/2) - 1e-9)
	step := turn / steps
	reach := 4. / 3 * math.Tan(step/4)
	for range int(steps) {
		to := from + step
		r.pen.CurveTo(
			rx*(cx+math.Cos(from)-reach*math.Sin(from)), ry*(cy+math.Sin(from)+reach*math.Cos(from)),
			rx*(cx+math.Cos(to)+reach*math.Sin(to)), ry*(cy+math.Sin(to)-reach*math.Cos(to)),
			rx*(cx+math.Cos(to)), ry*(cy+math.Sin(to)))
		from = to
	}
	r.x, r.y = x, y
}
