package referee_test

import (
	"os"
	"testing"
)

// cutOff removes the last bytes of a file, as a crash may.
func cutOff(t *testing.T, path string, bytes int) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content[:len(content)-bytes], 0o600); err != nil {
		t.Fatal(err)
	}
}
