package visit

import "net/http"

// SameOrigin lets nobody make the visitors of another site act, or ask for
// costly answers. Browsers that follow a link may read; answers that do more
// than that ask [FromPage].
func SameOrigin(next http.Handler, refuse func(http.ResponseWriter)) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { refuse(w) }))
	guarded := protection.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The protection lets all that only reads pass.
		if r.Header.Get("Sec-Fetch-Site") == "cross-site" && !navigates(r) {
			refuse(w)
			return
		}
		guarded.ServeHTTP(w, r)
	})
}

// FromPage tells whether a request comes from a page of this server, or from no
// browser at all. A browser that is sent somewhere does not count, whoever
// sent it: neither a link nor a frame may cause anything.
func FromPage(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return (site == "" || site == "same-origin") && !navigates(r)
}

func navigates(r *http.Request) bool { return r.Header.Get("Sec-Fetch-Mode") == "navigate" }
