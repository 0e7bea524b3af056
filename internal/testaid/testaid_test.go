package testaid_test

import (
	"fmt"
	"testing"
	"testing/synctest"

	"plateau/internal/testaid"
)

// reporter is a test that fails.
type reporter struct{ testing.TB }

func (r *reporter) Helper() {}

func (r *reporter) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

func TestEventually(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		testaid.Eventually(t, func() bool { asked++; return asked == 3 }, func() string { return "never" })
		if asked != 3 {
			t.Errorf("asked %d times", asked)
		}
		defer func() {
			if said := recover(); said != "after 3m0s: it is red" {
				t.Errorf("it failed with %v", said)
			}
		}()
		testaid.Eventually(&reporter{}, func() bool { return false }, func() string { return "it is red" })
	})
}
