package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"plateau/internal/config"
)

// A server can be started wherever variables are set that are used anywhere in the
// repository.
func TestVariablesOfTheRepository(t *testing.T) {
	t.Parallel()
	// Folders of what is made or fetched, and files with names that are wrong.
	skipped := []string{"node_modules", ".git", "bin", "dist", "config_test.go", "serve.txtar", "words.txt", "CHANGELOG.md", "environment_internal_test.go"}
	kinds := []string{".go", ".ts", ".mjs", ".sh", ".yaml", ".md", ".env", ".txtar", ""}
	variable := regexp.MustCompile(`\bPLATEAU_[A-Z][A-Z_]*[A-Z]\b`)
	names := variables()
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case slices.Contains(skipped, entry.Name()) && entry.IsDir():
			return fs.SkipDir
		case slices.Contains(skipped, entry.Name()), !entry.Type().IsRegular(), !slices.Contains(kinds, filepath.Ext(path)):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, name := range variable.FindAllString(string(text), -1) {
			if err := config.CheckEnvironment([]string{name + "=1"}, names...); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
