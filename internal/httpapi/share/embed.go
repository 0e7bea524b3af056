package share

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"plateau/catalogue/look"
	"plateau/game"
	"plateau/internal/headline"
	"plateau/internal/picture"
)

//go:embed assets
var assets embed.FS

// embedPolicy lets any site frame a board, and nothing else: the page is in a
// sandbox, so it has no cookies and no storage, and it may not ask the server for
// anything but its script and its style.
var embedPolicy = strings.Join([]string{
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors *",
	"sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
}, "; ")

// framed replaces the headers that keep other sites away.
func framed(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Security-Policy", embedPolicy)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Del("Cross-Origin-Opener-Policy")
}

func serveAsset(w http.ResponseWriter, r *http.Request) {
	types := map[string]string{"board.js": "text/javascript; charset=utf-8", "board.css": "text/css; charset=utf-8"}
	name := r.PathValue("name")
	content, err := assets.ReadFile("assets/" + name)
	if err != nil || types[name] == "" {
		errNothing.Write(w)
		return
	}
	framed(w)
	w.Header().Set("Content-Type", types[name])
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write(content) // The client has disconnected if this fails.
}

// frame is a game as the script of the page shows it. Cells are numbered from the
// top left.
type frame struct {
	// Boards have a letter per cell for every ply; a dot is an empty cell.
	Boards []string `json:"boards"`
	// Last are the cells of the last moves, and Texts what is written below.
	Last  [][]int  `json:"last"`
	Texts []string `json:"texts"`
	// Turns is set if pieces turn with the board.
	Turns bool `json:"turns"`
	Ply   int  `json:"ply"`
}

// mostFramed is the longest game that is shown.
const mostFramed = 2000

type embedData struct {
	Lang, Title, Open, Address, View string
	First, Previous, Next, Last      string
	Flip, Frame                      string
	Middle                           string
	Drawing, Defs, Line              template.HTML
}

var embedTemplate = template.Must(template.New("embed").Parse(`<!doctype html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<title>{{.Title}} – Plateau</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="/embed/board.css">
<script src="/embed/board.js" defer></script>
</head>
<body>
<main data-frame="{{.Frame}}" data-middle="{{.Middle}}">
<p class="title"><span>{{.Title}}</span> <a href="{{.Address}}" target="_blank" rel="noopener">{{.Open}}</a></p>
<svg class="board" viewBox="{{.View}}" role="img" aria-label="{{.Title}}">
<defs>{{.Defs}}</defs>
<g id="board">{{.Drawing}}</g>
<g id="pieces"></g>
<g id="line" visibility="hidden">{{.Line}}</g>
</svg>
<p id="text" aria-live="polite"></p>
<nav>
<button id="first" type="button" aria-label="{{.First}}" title="{{.First}}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 5v14M18 5.5 10 12l8 6.5z"/></svg></button>
<button id="previous" type="button" aria-label="{{.Previous}}" title="{{.Previous}}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m15 5-7 7 7 7"/></svg></button>
<button id="next" type="button" aria-label="{{.Next}}" title="{{.Next}}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m9 5 7 7-7 7"/></svg></button>
<button id="last" type="button" aria-label="{{.Last}}" title="{{.Last}}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M18 5v14M6 5.5l8 6.5-8 6.5z"/></svg></button>
<button id="flip" type="button" aria-label="{{.Flip}}" title="{{.Flip}}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 4v15m-3-3 3 3 3-3M17 20V5m-3 3 3-3 3 3"/></svg></button>
</nav>
</main>
</body>
</html>
`))

// embed serves a board for a frame.
func (s *server) embed(find find) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		framed(w)
		if refused := s.limit(r, 1); refused != nil {
			refused.Write(w)
			return
		}
		found, err := find(r, r.PathValue("name"))
		switch {
		case err != nil:
			s.refuse(w, err)
		case found.match == nil || found.match.Plies() > mostFramed:
			s.refuse(w, errNothing)
		default:
			w.Header().Set("Vary", "Accept-Language")
			found.send(w, http.StatusOK, "text/html; charset=utf-8", s.embedded(r, found))
		}
	}
}

// embedded is the page of a frame: the drawings of the pieces, once each, and which
// of them are where after each move.
func (s *server) embedded(r *http.Request, f *subject) []byte {
	g := f.match.Game()
	l := s.look(g)
	svg := picture.NewSVG("g")
	extent := picture.Extent(g.Size())
	var pieces strings.Builder
	shown := frame{Turns: l.Turns, Ply: f.ply}
	drawn := map[byte]bool{}
	for ply := range f.match.Plies() + 1 {
		shown.Boards = append(shown.Boards, boardText(l, f.match.PositionAfter(ply), drawn))
		shown.Texts = append(shown.Texts, headline.Caption(f.match, ply, f.result))
		cells := []int{}
		if ply > 0 {
			for _, c := range picture.LastCells(f.match.PositionAfter(ply - 1).Motions(f.match.Moves()[ply-1])) {
				cells = append(cells, (g.Size()-1-int(c.Row))*g.Size()+int(c.Col))
			}
		}
		shown.Last = append(shown.Last, cells)
	}
	for letter := range drawn {
		fmt.Fprintf(&pieces, `<g id="p%c">%s</g>`, signOf(letter), svg.Shapes(l.Piece(letter)))
	}
	fmt.Fprintf(&pieces, `<g id="mark">%s</g>`, svg.Shapes(picture.Moved(picture.LastMove([]game.Cell{{}}, 1), -picture.Margin-50, -picture.Margin-50, 1, 1)))
	board := svg.Shapes(picture.Board(l, g.Size()))
	line := svg.Shapes(picture.Line(f.match.Verdict().Line, g.Size()))
	text, err := json.Marshal(shown)
	if err != nil {
		panic(err) // It has plain types only.
	}
	data := embedData{
		Lang: f.Code, Title: f.fullTitle(), Open: siteName, Address: s.URL(r) + f.address("", r),
		View: fmt.Sprintf("0 0 %g %g", extent, extent), Frame: string(text), Middle: strconv.FormatFloat(picture.Margin+look.Cell/2, 'g', -1, 64),
		First: f.Text("play.moves.first"), Previous: f.Text("play.moves.previous"), Next: f.Text("play.moves.next"),
		Last: f.Text("play.moves.last"), Flip: f.Text("play.flip"),
		// They have numbers, colours and letters of the notation only.
		Drawing: template.HTML(board), Line: template.HTML(line), Defs: template.HTML(svg.Defs() + pieces.String()), //nolint:gosec
	}
	var page bytes.Buffer
	if err := embedTemplate.Execute(&page, data); err != nil {
		panic(err) // The template is part of the program.
	}
	return page.Bytes()
}

// boardText is a position as a letter per cell, and notes which are drawn.
func boardText(l *look.Picture, p game.Position, drawn map[byte]bool) string {
	size := p.Game().Size()
	text := bytes.Repeat([]byte{'.'}, size*size)
	for _, item := range picture.Items(l, p) {
		drawn[item.Letter] = true
		text[(size-1-int(item.Cell.Row))*size+int(item.Cell.Col)] = signOf(item.Letter)
	}
	return string(text)
}

// signOf is a letter in a board text; neutral pieces have none of their own.
func signOf(letter byte) byte {
	if letter == 0 {
		return '_'
	}
	return letter
}
