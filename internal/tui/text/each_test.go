package text_test

import (
	"slices"
	"strconv"
	"testing"

	"plateau/internal/tui/text"
)

func TestEach(t *testing.T) {
	if got := text.Each([]int{3, 1}, strconv.Itoa); !slices.Equal(got, []string{"3", "1"}) {
		t.Errorf("3 and 1 as texts are %q", got)
	}
	if got := text.Each(nil, strconv.Itoa); got != nil {
		t.Errorf("nothing as texts is %q", got)
	}
}
