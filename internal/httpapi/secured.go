package httpapi

import (
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"plateau/internal/httpapi/peer"
)

// policy lets pages load only from their own server. The engine is WebAssembly;
// pictures of boards are data URLs.
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

// secured adds the headers that protect pages from other sites.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		if trusted(r) {
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
		}
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	})
}

// trusted reports whether the browser trusts the connection: it is encrypted, or
// stays on its machine. Elsewhere browsers ignore some headers and warn of them. A
// proxy may say that it encrypts; if it does not, the browser gives it away, because
// it sends Sec-Fetch headers only where it trusts the connection.
func trusted(r *http.Request) bool {
	if peer.Encrypted(r) || r.Header.Get("Sec-Fetch-Site") != "" {
		return true
	}
	host := hostOf(r)
	return ownName(host) || strings.HasSuffix(host, ".localhost")
}

// readOnly refuses all methods but GET and HEAD.
func readOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are allowed", http.StatusMethodNotAllowed)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// NoPages serves a page that says how to build the app, for programs without
// it.
func NoPages() http.Handler {
	return secured(readOnly(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
		Text:     "The address may be mistyped or outdated.",
		Link:     "/",
		LinkText: "Go to the start page",
	}
	noPages = plainPage{
		Title: "Plateau was built without its pages",
		Text: "Everything else works, such as “plateau play quixo” in a terminal. " +
			"To build the pages, install Node 20 or later and run this in the source folder:",
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
	w.Header().Set("Content-Type", contentTypes[".html"])
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
	fmt.Fprint(w, text.String())
}
