package raster

import "math"

// outlined makes of lines the area that a round pen of this radius covers: a box
// for every piece, and a circle for every corner and end. All of them turn the same
// way, so that they add up where they overlap.
//
//	 ╭──────────╮
//	(·──────────·)      butt ends have no circles
//	 ╰──────────╯
func outlined(lines []line, radius float64, butt bool) []line {
	var area []line
	for _, l := range lines {
		points := l.points
		if l.closed {
			points = append(points[:len(points):len(points)], points[0])
		}
		for i := 1; i < len(points); i++ {
			if piece, ok := thick(points[i-1], points[i], radius); ok {
				area = append(area, piece)
			}
			inner := i < len(points)-1
			if inner || !butt || l.closed {
				area = append(area, disc(points[i], radius))
			}
		}
		if !butt && !l.closed {
			area = append(area, disc(points[0], radius))
		}
	}
	return area
}

// thick is a box around a piece of a line.
func thick(a, b point, radius float64) (line, bool) {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	if length < 1e-6 {
		return line{}, false
	}
	dx, dy := (b.x-a.x)/length*radius, (b.y-a.y)/length*radius
	return line{points: []point{{a.x + dy, a.y - dx}, {b.x + dy, b.y - dx}, {b.x - dy, b.y + dx}, {a.x - dy, a.y + dx}}, closed: true}, true
}

// disc is a circle as a polygon.
func disc(centre point, radius float64) line {
	corners := int(max(8, 4*math.Sqrt(radius)))
	l := line{closed: true}
	for i := range corners {
		angle := 2 * math.Pi * float64(i) / float64(corners)
		l.points = append(l.points, point{centre.x + radius*math.Cos(angle), centre.y + radius*math.Sin(angle)})
	}
	return l
}
