package accounts

import (
	"fmt"
	"testing"
	"time"

	"plateau/internal/doctest"
)

// The figures in docs/online.md and docs/online-design.md are those of the program.
func TestDocumentedFigures(t *testing.T) {
	doctest.Says(t, "online.md",
		fmt.Sprintf("have %d to %d characters", minPassword, maxPassword),
		fmt.Sprintf("**SSH keys**, at most %d of a player", maxSSHKeys),
		map[time.Duration]string{10 * time.Minute: "which works once within ten minutes"}[BrowserLinkTime],
		map[time.Duration]string{10 * time.Minute: "a session that has begun in the last ten minutes"}[freshFor],
		map[int]string{10: "ten at a time, of 80 random bits"}[recoveryCodes],
		fmt.Sprintf("end after %d days without use", SessionTime/(24*time.Hour)),
		fmt.Sprintf("beyond %d the least recently used is removed", maxSessions),
		fmt.Sprintf("**API tokens**, at most %d,", maxTokens),
		fmt.Sprintf("A letter has at most %s accents", map[int]string{2: "two"}[maxAccents]),
	)
	doctest.Says(t, "online-design.md",
		fmt.Sprintf("argon2id hashes (%d MiB, %d passes)", StandardCost.Memory>>10, StandardCost.Passes),
		fmt.Sprintf("%d requests may wait, at most %d of them from one address; others get `signin.busy`", maxWaiting, maxFrom),
		fmt.Sprintf("Some are free (%d, %d, %d and %d)", patienceWithSession.Free, patienceWithDevice.Free, patienceWithName.Free, patienceWithAddress.Free),
		fmt.Sprintf("each network (a /%d of IPv4, a /%d of IPv6) has %d free guess at the name", networkBits4, networkBits6, patienceWithNetwork.Free),
		fmt.Sprintf("remembers a ceremony for %d minutes and uses it once; beyond %d the oldest is dropped", ceremonyTime/time.Minute, maxCeremonies),
		map[time.Duration]string{time.Minute: "**Tokens are cached** for a minute, and for a second where there are several servers"}[cacheTime],
	)
	if patienceWithSession.Most != time.Minute || patienceWithName.Most != time.Minute || patienceWithNetwork.Most != time.Minute || patienceWithAddress.Most != time.Minute ||
		patienceWithDevice.Most != 15*time.Minute {
		t.Error("docs/online-design.md says: up to a minute, and to a quarter of an hour for a device")
	}
	if recoveryBytes != 10 || clusterCacheTime != time.Second {
		t.Error("the documents have other figures for recovery codes or cached tokens")
	}
}
