package httpapi

import (
	"fmt"
	"html/template"
	"net/http"
	"strings"
)

// policy lets pages load from the server they came from and from nowhere else;
// the engine is WebAssembly, pictures of boards are made as data.
var policy = strings.Join([]string{
	"default-src 'none'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"style-src 'self'",
	"img-src 'self' data: blob:",
	"connect-src 'self'",
	"worker-src 'self'",
	"manifest-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
}, "; ")

// secured sends with every answer what keeps other sites out.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	})
}

func onlyReading(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "pages can only be read", http.StatusMethodNotAllowed)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// NoPages serves a page that says how to get the real ones, for programs that
// were built without them.
func NoPages() http.Handler {
	return secured(onlyReading(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			writePage(w, http.StatusNotFound, notFound)
			return
		}
		writePage(w, http.StatusOK, noPages)
	})))
}

// plainPage is a page without scripts and styles.
type plainPage struct {
	Title, Text, Command, Link, LinkText string
}

var (
	notFound = plainPage{
		Title:    "There is no such page",
		Text:     "The address may be mistyped or out of date.",
		Link:     "/",
		LinkText: "To the start page",
	}
	noPages = plainPage{
		Title: "Plateau was built without its pages",
		Text: "Everything else of this program works, such as “plateau play quixo” in a terminal. " +
			"To get the pages, build it with Node 20 or later on the machine, from the folder of the source:",
		Command: "make run",
	}
)

var plainTemplate = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{{.Title}} – Plateau</title><meta name="viewport" content="width=device-width"></head>
<body>
<h1>{{.Title}}</h1>
<p>{{.Text}}</p>
{{with .Command}}<pre>{{.}}</pre>
{{end}}{{with .Link}}<p><a href="{{.}}">{{$.LinkText}}</a></p>
{{end}}</body>
</html>
`))

func writePage(w http.ResponseWriter, status int, p plainPage) {
	var text strings.Builder
	if err := plainTemplate.Execute(&text, p); err != nil {
		panic(err)
	}
	w.Header().Set("Content-Type", kinds[".html"])
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
	fmt.Fprint(w, text.String())
}
