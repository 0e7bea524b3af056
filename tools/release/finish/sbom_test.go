package main

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// pages are what a build of the pages leaves, with a list of packages.
func pages(t *testing.T, list string) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.Mkdir("web", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"web/dist.packages.json": list,
		"web/package-lock.json": `{"packages": {
			"": {"name": "plateau-web"},
			"node_modules/svelte": {"version": "5.0.1", "license": "MIT"},
			"node_modules/vite": {"version": "8.0.0", "license": "MIT", "dev": true},
			"node_modules/@scope/name": {"version": "1.0.0", "license": "ISC"},
			"node_modules/vite/node_modules/@scope/name": {"version": "2.0.0", "license": "0BSD"}
		}}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The pages consist of what their build has found, in the locked versions.
func TestBundledPackages(t *testing.T) {
	pages(t, `["node_modules/@scope/name", "node_modules/svelte"]`)
	got, err := bundledPackages()
	want := []part{{npm, "@scope/name", "1.0.0", "ISC"}, {npm, "svelte", "5.0.1", "MIT"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the packages are %v, %v, want %v", got, err, want)
	}
	if all, err := lockedPackages(); err != nil || len(all) != 4 {
		t.Errorf("the source needs %v, %v", all, err)
	}
}

func TestBundledPackagesThatCannotBe(t *testing.T) {
	for list, want := range map[string]string{
		`["node_modules/unknown"]`: "node_modules/unknown, which is not in the lock file",
		`[]`:                       "is empty",
		`{}`:                       "web/dist.packages.json",
	} {
		pages(t, list)
		if got, err := bundledPackages(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want an error with %q", list, got, err, want)
		}
	}
}
