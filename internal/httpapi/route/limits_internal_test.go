package route

import (
	"reflect"
	"slices"
	"testing"
)

// Several servers count together what a client may do less than once a second.
func TestRareLimitsAreShared(t *testing.T) {
	all := reflect.ValueOf(newLimiters(Limits{}, nil))
	for i := range all.NumField() {
		limit := all.Field(i)
		purpose, often := limit.FieldByName("purpose").String(), limit.FieldByName("rate").FieldByName("PerSecond").Float()
		if often < 1 && !slices.Contains(Seldom, purpose) {
			t.Errorf("each server counts %q by itself, which a client may do %g times a second", purpose, often)
		}
	}
}
