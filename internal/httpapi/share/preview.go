package share

import (
	"bytes"
	"cmp"
	"errors"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"plateau/game"
	"plateau/internal/headline"
	"plateau/internal/httpapi/problem"
	"plateau/internal/picture/raster"
)

var errNothing = problem.New(http.StatusNotFound, "share.nothing", "there is nothing at this address")

// refusal reports whether an error is about the address, and not a failure.
func refusal(err error) bool {
	_, refused := errors.AsType[*game.Refusal](err)
	return refused || errors.Is(err, errNothing)
}

// refuse answers programs and pictures in plain words.
func (s *server) refuse(w http.ResponseWriter, err error) {
	if p, ok := errors.AsType[*problem.Problem](err); ok {
		p.Write(w)
		return
	}
	if r, ok := errors.AsType[*game.Refusal](err); ok {
		errNothing.Because(r.Error()).Write(w)
		return
	}
	problem.Unexpected.Write(w)
}

// siteName is how previews call us.
const siteName = "Plateau"

// previewData is what the template shows.
type previewData struct {
	Lang, Locale, Title, Description, Site string
	URL, Image, Page, Open                 string
	Width, Height                          int
}

var previewTemplate = template.Must(template.New("preview").Parse(`<!doctype html>
<html lang="{{.Lang}}" prefix="og: https://ogp.me/ns#">
<head>
<meta charset="utf-8">
<title>{{.Title}} – {{.Site}}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{{.Description}}">
<meta name="robots" content="noindex">
<meta property="og:type" content="website">
<meta property="og:site_name" content="{{.Site}}">
<meta property="og:locale" content="{{.Locale}}">
<meta property="og:title" content="{{.Title}}">
<meta property="og:description" content="{{.Description}}">
<meta property="og:url" content="{{.URL}}">
<meta property="og:image" content="{{.Image}}">
<meta property="og:image:type" content="image/png">
{{if .Width}}<meta property="og:image:width" content="{{.Width}}">
<meta property="og:image:height" content="{{.Height}}">
{{end}}<meta property="og:image:alt" content="{{.Title}}">
<meta name="twitter:card" content="{{if .Width}}summary_large_image{{else}}summary{{end}}">
<meta name="twitter:title" content="{{.Title}}">
<meta name="twitter:description" content="{{.Description}}">
<meta name="twitter:image" content="{{.Image}}">
<meta name="twitter:image:alt" content="{{.Title}}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<meta http-equiv="refresh" content="0; url={{.Page}}">
</head>
<body>
<h1>{{.Title}}</h1>
<p>{{.Description}}</p>
<p><a href="{{.Page}}">{{.Open}}</a></p>
</body>
</html>
`))

// servePreview answers with a page that previews are made of. People are led on to
// the app at once.
func (s *server) servePreview(w http.ResponseWriter, r *http.Request, status int, f *subject) {
	origin := s.URL(r)
	title := f.fullTitle()
	description := strings.Join(nonEmpty(f.lines), " ")
	data := previewData{
		Lang: f.Code, Locale: locale(f.Code), Title: title, Description: cmp.Or(description, f.Text("home.what")),
		Site: siteName, URL: origin + f.address("", r), Image: origin + "/icon-512.png", Page: f.page, Open: f.Text("terminal.link.open"),
	}
	if status == http.StatusOK {
		data.Image, data.Width, data.Height = origin+f.address(".png", r), raster.CardWidth, raster.CardHeight
	}
	var page bytes.Buffer
	if err := previewTemplate.Execute(&page, data); err != nil {
		panic(err) // The template is part of the program.
	}
	w.Header().Set("Vary", "Accept-Language")
	f.send(w, status, "text/html; charset=utf-8", page.Bytes())
}

// fullTitle names the game, too.
func (f *subject) fullTitle() string {
	switch {
	case f.over == "":
		return cmp.Or(f.title, f.Text("home.title"))
	case f.title == f.over:
		return f.over
	}
	return f.Text("play.load.game", "game", f.over, "players", f.title)
}

// address is that of the subject with an ending. What changes has its version in
// the address of the picture, since sites keep pictures.
func (f *subject) address(ending string, r *http.Request) string {
	query := url.Values{}
	maps.Copy(query, f.query)
	if ending != "" || r.URL.Query().Has("l") {
		query.Set("l", f.Code)
	}
	if ending != "" && f.version != "" {
		query.Set("v", f.version)
	}
	if len(query) == 0 {
		return f.path + ending
	}
	return f.path + ending + "?" + query.Encode()
}

// locale is a language as Open Graph wants it.
func locale(code string) string {
	territories := map[string]string{"en": "en_GB", "pt": "pt_PT"}
	if known, ok := territories[code]; ok {
		return known
	}
	if strings.Contains(code, "-") {
		return strings.ReplaceAll(code, "-", "_")
	}
	return code + "_" + strings.ToUpper(code)
}

// key tells pictures and films apart.
func (f *subject) key() string {
	return f.Code + " " + f.path + " " + f.version + " " + f.query.Encode() + " " + f.title
}

// servePicture answers with the picture of a preview.
func (s *server) servePicture(w http.ResponseWriter, r *http.Request, f *subject) {
	host := strings.TrimPrefix(strings.TrimPrefix(s.URL(r), "https://"), "http://")
	made, err := s.draw(r.Context(), s.pictures, host+" "+f.key(), func() ([]byte, error) {
		card := raster.Card{Over: f.over, Title: f.title, Lines: nonEmpty(f.lines), Site: siteName + " · " + host}
		if card.Over == "" {
			card.Title = cmp.Or(f.title, f.Text("home.title"))
		}
		if !raster.Writable(card.Title) {
			card.Title = "" // The fonts have not the letters of all names.
		}
		for i, line := range card.Lines {
			if !raster.Writable(line) {
				card.Lines[i] = ""
			}
		}
		if f.match != nil {
			g := f.match.Game()
			board := raster.NewBoard(g, s.look(g), raster.CardBoard)
			card.Board = board.Ply(f.match, f.ply)
		}
		return card.PNG()
	})
	if err != nil {
		s.refuse(w, err)
		return
	}
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	f.send(w, http.StatusOK, "image/png", made)
}

// serveFilm answers with a game as an animated GIF.
func (s *server) serveFilm(w http.ResponseWriter, r *http.Request, f *subject) {
	if f.match == nil {
		s.refuse(w, errNothing)
		return
	}
	made, err := s.draw(r.Context(), s.films, f.key(), func() ([]byte, error) {
		var out bytes.Buffer
		film := raster.Film{Match: f.match, Look: s.look(f.match.Game()), Title: f.over, Caption: f.caption}
		if f.title != f.over && raster.Writable(f.title) {
			film.Players = f.title
		}
		err := film.WriteGIF(&out)
		return out.Bytes(), err
	})
	switch {
	case errors.Is(err, raster.ErrLong):
		problem.BadFields.Because(err.Error()).Write(w)
		return
	case err != nil:
		s.refuse(w, err)
		return
	}
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	f.send(w, http.StatusOK, "image/gif", made)
}

// caption is written below a position of a film, in letters that the fonts have.
func (f *subject) caption(ply int) string {
	if raster.Writable(f.result) {
		return headline.Caption(f.match, ply, f.result)
	}
	return headline.Caption(f.match, ply, "")
}

// send answers. What does not change may be kept for a day, the rest for a minute.
func (f *subject) send(w http.ResponseWriter, status int, contentType string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "public, max-age=60")
	if f.lasting && status == http.StatusOK {
		h.Set("Cache-Control", "public, max-age=86400")
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // The client has disconnected if this fails.
}
