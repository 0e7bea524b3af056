package server

import (
	"fmt"
	"os"
	"unicode/utf8"
)

// readRefusedNames reads the operator's list of words that no name may have.
func readRefusedNames(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := os.ReadFile(file)
	if err == nil && !utf8.Valid(text) {
		err = fmt.Errorf("%s is not text in UTF-8", file)
	}
	return string(text), err
}
