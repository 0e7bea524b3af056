package each_test

import (
	"slices"
	"strconv"
	"testing"

	"plateau/internal/each"
)

func TestOf(t *testing.T) {
	if got := each.Of([]int{3, 1}, strconv.Itoa); !slices.Equal(got, []string{"3", "1"}) {
		t.Errorf("3 and 1 as texts are %q", got)
	}
	if got := each.Of(nil, strconv.Itoa); got != nil {
		t.Errorf("nothing as texts is %q", got)
	}
}
