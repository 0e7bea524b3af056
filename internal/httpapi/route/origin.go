package route

import "net/http"

var protection = http.NewCrossOriginProtection()

// fromOtherSite reports whether another site makes a browser act, or ask for a costly
// answer, in the name of its visitor. Browsers that follow a link may read; streams,
// which are GET requests with effects, check [fromPage].
func fromOtherSite(r *http.Request) bool {
	// The protection of the standard library lets all GET requests pass.
	return r.Header.Get("Sec-Fetch-Site") == "cross-site" && !navigates(r) || protection.Check(r) != nil
}

// fromPage reports whether a request comes from a page of this server or from a
// program that is not a browser. Navigation does not count, wherever it started:
// neither a link nor a frame may have an effect.
func fromPage(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return (site == "" || site == "same-origin") && !navigates(r)
}

func navigates(r *http.Request) bool { return r.Header.Get("Sec-Fetch-Mode") == "navigate" }
