package cli

import (
	"fmt"
	"strings"
	"time"

	"plateau/game"
	"plateau/internal/tui/caption"
)

// plainView writes one line per depth, and all moves at the end.
type plainView struct {
	*app
	position game.Position
}

func (v *plainView) refresh() error { return nil }

func (v *plainView) show(now insight) error {
	if !now.final {
		fmt.Fprintf(v.out, "%s: %s, %s\n", now.effort(), caption.Worth(now.verdict(v.position)),
			strings.Join(lineTexts(v.position, now.Line), " "))
		return nil
	}
	fmt.Fprintf(v.out, "%s\t%s\n", v.position, verdictText(now.verdict(v.position)))
	for i := range now.Moves {
		m := &now.Moves[i]
		fmt.Fprintf(v.out, "  %s\t%s\n", v.position.MoveText(m.Move), verdictText(m.Verdict))
	}
	return nil
}

// analysisObject is an insight; its keys are documented as stable.
type analysisObject struct {
	Game           string  `json:"game"`
	Position       string  `json:"position"`
	Depth          int     `json:"depth"`
	Final          bool    `json:"final"`
	Nodes          uint64  `json:"nodes"`
	Seconds        float64 `json:"seconds"`
	NodesPerSecond float64 `json:"nodesPerSecond"`
	verdictObject
	Line  []string    `json:"line"`
	Moves []moveValue `json:"moves"`
}

// jsonView writes one object per depth, and one at the end.
type jsonView struct {
	*app
	position game.Position
}

func (v *jsonView) refresh() error { return nil }

func (v *jsonView) show(now insight) error {
	return v.writeJSON(analysisObject{
		Game: v.position.Game().ID(), Position: v.position.String(), Depth: now.Depth, Final: now.final,
		Nodes: now.Nodes, Seconds: now.seconds, NodesPerSecond: now.rate(),
		verdictObject: newVerdictObject(now.verdict(v.position)),
		Line:          lineTexts(v.position, now.Line), Moves: newMoveValues(v.position, &now.Analysis),
	})
}

// screenView writes the latest insight over the one before. The first depths come
// faster than anybody can read, so it draws only now and then.
type screenView struct {
	*app
	position game.Position
	began    time.Time
	latest   insight
	// rows is the number of lines on the screen.
	rows int
}

func (v *screenView) show(now insight) error {
	v.latest = now
	if now.final {
		return v.refresh()
	}
	return nil
}

func (v *screenView) refresh() error {
	width, height := v.terminalSize()
	if height == 0 {
		height = pageHeight
	}
	lines := v.lines(width-1, height-1)
	if v.rows > 0 {
		fmt.Fprintf(v.out, "\x1b[%dA\r\x1b[J", v.rows)
	}
	for _, line := range lines {
		fmt.Fprintln(v.out, cut(line, width-1))
	}
	v.rows = len(lines)
	return nil
}

// lines is what the screen shows, within its height.
func (v *screenView) lines(width, height int) []string {
	now := &v.latest
	state := "Ctrl-C ends it"
	if now.final {
		state = "done"
	}
	seconds := time.Since(v.began).Seconds()
	lines := []string{
		fmt.Sprintf("%s %s: %s", v.position.Game().ID(), v.position, caption.Worth(now.verdict(v.position))),
		fmt.Sprintf("%s, %.0f s, %s", now.effort(), seconds, state),
		strings.Join(append([]string{"best play"}, lineTexts(v.position, now.Line)...), " "),
	}
	var cells []string
	for i := range now.Moves {
		m := &now.Moves[i]
		cells = append(cells, fmt.Sprintf("%s  %s", v.position.MoveText(m.Move), caption.Worth(m.Verdict)))
	}
	lines = append(lines, columns(cells, width, max(height-len(lines), 1))...)
	return lines[:min(len(lines), max(height, 1))]
}

// columns arranges cells in columns, each from the top down. The last row says
// how many cells do not fit.
func columns(cells []string, width, rows int) []string {
	longest := 0
	for _, cell := range cells {
		longest = max(longest, len([]rune(cell)))
	}
	count := max(1, width/(longest+columnGap))
	more := ""
	if len(cells) > count*rows {
		rows--
		more = fmt.Sprintf("and %d more", len(cells)-count*rows)
	}
	rows = min(rows, len(cells))
	lines := make([]string, 0, rows+1)
	for row := range rows {
		var b strings.Builder
		for i := row; i < min(len(cells), count*rows); i += rows {
			fmt.Fprintf(&b, "%*s%-*s", columnGap, "", longest, cells[i])
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	if more != "" {
		lines = append(lines, more)
	}
	return lines
}

const columnGap = 2

// pageHeight is the height of a terminal of unknown size.
const pageHeight = 24
