package qrcode_test

import (
	"encoding/xml"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"plateau/internal/qrcode"
)

const link = "http://192.168.1.20:8080/"

func code(t *testing.T, text string) qrcode.Code {
	t.Helper()
	c, err := qrcode.New(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The three corners by which readers find a code.
func TestCorners(t *testing.T) {
	c := code(t, link)
	last := c.Size - 7
	for _, at := range [][2]int{{0, 0}, {last, 0}, {0, last}} {
		for y := range 7 {
			for x := range 7 {
				ring := max(abs(x-3), abs(y-3))
				if got, want := c.Black(at[0]+x, at[1]+y), ring != 2; got != want {
					t.Errorf("corner %v: module %d,%d is dark: %v", at, x, y, got)
				}
			}
		}
	}
	if c.Black(-1, 0) || c.Black(0, c.Size) {
		t.Error("it is dark outside")
	}
}

func abs(n int) int { return max(n, -n) }

// Both drawings show the modules, and four light ones around them.
func TestDrawings(t *testing.T) {
	c := code(t, link)
	for name, dark := range map[string]map[[2]int]bool{"SVG": readSVG(t, c.SVG()), "terminal": readTerminal(t, c.Terminal())} {
		for y := -4; y < c.Size+4; y++ {
			for x := -4; x < c.Size+4; x++ {
				if got, want := dark[[2]int{x, y}], c.Black(x, y); got != want {
					t.Fatalf("%s: module %d,%d is dark: %v", name, x, y, got)
				}
			}
		}
	}
}

var run = regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-(\d+)z`)

func readSVG(t *testing.T, svg []byte) map[[2]int]bool {
	t.Helper()
	var picture struct {
		Path []struct {
			D string `xml:"d,attr"`
		} `xml:"path"`
	}
	if err := xml.Unmarshal(svg, &picture); err != nil {
		t.Fatal(err)
	}
	dark := map[[2]int]bool{}
	for _, found := range run.FindAllStringSubmatch(picture.Path[1].D, -1) {
		var n [4]int
		for i := range n {
			n[i], _ = strconv.Atoi(found[i+1])
		}
		for x := n[0]; x < n[0]+n[2]; x++ {
			dark[[2]int{x - 4, n[1] - 4}] = true
		}
	}
	return dark
}

var colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)

func readTerminal(t *testing.T, text string) map[[2]int]bool {
	t.Helper()
	dark := map[[2]int]bool{}
	for line, row := range strings.Split(colours.ReplaceAllString(text, ""), "\n") {
		for x, half := range []rune(row) {
			y := 2 * line
			dark[[2]int{x - 4, y - 4}] = half == '█' || half == '▀'
			dark[[2]int{x - 4, y - 3}] = half == '█' || half == '▄'
		}
	}
	return dark
}

func TestTooLong(t *testing.T) {
	code(t, strings.Repeat("x", 2331))
	if _, err := qrcode.New(strings.Repeat("x", 2332)); err == nil || !strings.Contains(err.Error(), "2332 bytes") {
		t.Errorf("the error is %v", err)
	}
}
