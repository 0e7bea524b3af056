//go:build unix

package house_test

import (
	"testing"

	"plateau/internal/store/postgres/pgtest"
)

// The tests of several servers whose outcome the store decides pass on PostgreSQL, too.
func TestClusterOnPostgres(t *testing.T) {
	server := pgtest.Own(t)
	for name, test := range map[string]func(*testing.T){
		"Claim":           TestClaimAgainstSomebodyAtAnotherServer,
		"ClaimAfterDeath": TestClaimAfterTheDeathOfAServer,
		"Joining":         TestJoining,
		"Downtime":        TestDowntimeOfTheWholeCluster,
		"Timeouts":        TestTimeoutsOutliveTheirServer,
		"LostNotices":     TestLostNotices,
		"OneServerThinks": TestOneServerThinks,
		"Presence":        TestPresenceAtOtherServers,
		"Pairing":         TestPairingAcrossServers,
		"StaleServer":     TestStaleServer,
		"Deleted":         TestDeletedEverywhere,
	} {
		onPostgres[t.Name()+"/"+name] = server.Database(t)
		t.Run(name, test)
	}
}
