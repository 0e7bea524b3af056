package pivotdata_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"testing"

	"plateau/engine/pivotexact/pivotdata"
)

func TestDataHasItsSum(t *testing.T) {
	want, err := os.ReadFile("losses.bin.sha256")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%x  losses.bin\n", sha256.Sum256(pivotdata.Losses)); got != string(want) {
		t.Errorf("%swant\n%s", got, want)
	}
}
