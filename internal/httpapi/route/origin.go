package route

import (
	"net/http"
)

// sameOrigin keeps other sites from acting, or from asking for costly answers,
// in the name of their visitors. Browsers that follow a link may read; handlers
// of GET requests with effects check [fromPage].
func sameOrigin(next http.Handler, refuse func(http.ResponseWriter)) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { refuse(w) }))
	protected := protection.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The protection of the standard library lets all GET requests pass.
		if r.Header.Get("Sec-Fetch-Site") == "cross-site" && !navigates(r) {
			refuse(w)
			return
		}
		protected.ServeHTTP(w, r)
	})
}

// fromPage reports whether a request comes from a page of this server or from a
// program that is not a browser. Navigation does not count, wherever it started:
// neither a link nor a frame may have an effect.
func fromPage(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return (site == "" || site == "same-origin") && !navigates(r)
}

func navigates(r *http.Request) bool { return r.Header.Get("Sec-Fetch-Mode") == "navigate" }
