package data

import (
	"crypto/sha256"
	"fmt"
	"os"
	"testing"
)

func TestDataHasItsSum(t *testing.T) {
	want, err := os.ReadFile("losses.bin.sha256")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%x  losses.bin\n", sha256.Sum256(Losses)); got != string(want) {
		t.Errorf("%swant\n%s", got, want)
	}
}
