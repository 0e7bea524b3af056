package route

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"plateau/internal/doctest"
)

// The codes of refusals that the documents name exist.
func TestDocumentedCodes(t *testing.T) {
	known := make(map[string]bool)
	for _, p := range doctest.Phrases(t) {
		known[p.Code] = true
	}
	for _, document := range []string{"online.md", "online-design.md", "api.md", "hosting.md"} {
		for _, found := range regexp.MustCompile("\\(`([a-z]+\\.[a-z]+)`").FindAllStringSubmatch(doctest.Read(t, document), -1) {
			if !known[found[1]] {
				t.Errorf("docs/%s names %s, which no refusal is called", document, found[1])
			}
		}
	}
}

// docs/hosting.md explains all kinds of lines in the security log.
func TestDocumentedAttempts(t *testing.T) {
	text := doctest.Read(t, "hosting.md")
	_, section, _ := strings.Cut(text, "### Banning addresses")
	_, section, _ = strings.Cut(section, "| kind | what was refused |")
	section, _, _ = strings.Cut(section, "An address causes")
	for _, kind := range AttemptKinds() {
		if !strings.Contains(section, "`"+string(kind)+"`") {
			t.Errorf("docs/hosting.md does not say what %s is", kind)
		}
	}
	doctest.Says(t, "api.md", fmt.Sprintf("Every %.0f seconds it sends a heartbeat", HeartbeatEvery.Seconds()),
		fmt.Sprintf("A client has %.0f to %.0f seconds to accept a message", writeTime.Seconds(), (writeTime+sharedTime).Seconds()))
}
