package picture

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"plateau/catalogue/look"
)

// SVG writes drawings as elements of SVG. Gradients are written once, into
// [SVG.Defs], by ids that begin with a prefix.
type SVG struct {
	prefix    string
	gradients []*look.Gradient
}

// NewSVG writes with ids that begin with prefix.
func NewSVG(prefix string) *SVG { return &SVG{prefix: prefix} }

// Shapes are the elements of shapes.
func (s *SVG) Shapes(shapes []look.Placed) string {
	var out strings.Builder
	for _, shape := range shapes {
		s.write(&out, shape)
	}
	return out.String()
}

func (s *SVG) write(out *strings.Builder, p look.Placed) {
	where := ""
	if p.X != 0 || p.Y != 0 {
		where = fmt.Sprintf(` transform="translate(%g %g)"`, p.X, p.Y)
	}
	if p.ScaleX != 1 || p.ScaleY != 1 {
		where = fmt.Sprintf(` transform="translate(%g %g) scale(%g %g)"`, p.X, p.Y, p.ScaleX, p.ScaleY)
	}
	if p.Text != "" {
		fmt.Fprintf(out, `<text x="%g" y="%g" font-size="%g"%s%s>%s</text>`,
			p.Shape.X, p.Shape.Y, p.Size, attribute("fill", p.Fill), where, html.EscapeString(p.Text))
		return
	}
	if p.Fill.A > 0 || p.Stroke.A > 0 {
		ends := ` stroke-linecap="round" stroke-linejoin="round"`
		if p.Butt || p.Stroke.A == 0 {
			ends = ""
		}
		stroke := ""
		if p.Stroke.A > 0 {
			stroke = attribute("stroke", p.Stroke) + ` stroke-width="` + strconv.FormatFloat(p.Width, 'g', -1, 64) + `"` + ends
		}
		fmt.Fprintf(out, `<path d="%s"%s%s%s/>`, p.Path, attribute("fill", p.Fill), stroke, where)
	}
	if p.Gradient != nil {
		fmt.Fprintf(out, `<path d="%s" fill="url(#%s)" opacity="%g"%s/>`, p.Path, s.id(p.Gradient), p.GradientOpacity, where)
	}
}

func attribute(name string, c look.Colour) string {
	if c.A == 0 {
		return " " + name + `="none"`
	}
	text := fmt.Sprintf(` %s="#%02x%02x%02x"`, name, c.R, c.G, c.B)
	if c.A < 0xff {
		text += fmt.Sprintf(` %s-opacity="%.2g"`, name, float64(c.A)/0xff)
	}
	return text
}

func (s *SVG) id(g *look.Gradient) string {
	for i, known := range s.gradients {
		if known == g {
			return s.prefix + strconv.Itoa(i)
		}
	}
	s.gradients = append(s.gradients, g)
	return s.prefix + strconv.Itoa(len(s.gradients)-1)
}

// Defs are the gradients of all shapes written so far.
func (s *SVG) Defs() string {
	var out strings.Builder
	for i, g := range s.gradients {
		kind, where := "linearGradient", fmt.Sprintf(`x1="%g" y1="%g" x2="%g" y2="%g"`, g.X1, g.Y1, g.X2, g.Y2)
		if g.Radial {
			kind, where = "radialGradient", fmt.Sprintf(`cx="%g" cy="%g" r="%g"`, g.X1, g.Y1, g.Radius)
		}
		fmt.Fprintf(&out, `<%s id="%s%d" %s>`, kind, s.prefix, i, where)
		for _, stop := range g.Stops {
			fmt.Fprintf(&out, `<stop offset="%g" stop-color="#%02x%02x%02x" stop-opacity="%.2g"/>`,
				stop.At, stop.Colour.R, stop.Colour.G, stop.Colour.B, float64(stop.Colour.A)/0xff)
		}
		out.WriteString("</" + kind + ">")
	}
	return out.String()
}
