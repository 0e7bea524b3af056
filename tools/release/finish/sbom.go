package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
)

// part is something that a file consists of.
type part struct{ kind, name, version, licence string }

// Kinds of parts, as package URLs name them.
const (
	goModule = "golang"
	npm      = "npm"
)

// writeSBOMs writes a list of what it consists of next to every file, in SPDX: the modules
// that the Go compiler noted in the program, and what the pages have of others.
func (r *release) writeSBOMs() error {
	files, err := r.files()
	if err != nil {
		return err
	}
	for _, f := range files {
		if strings.HasSuffix(f.name, ".rb") || strings.HasSuffix(f.name, ".json") {
			continue
		}
		parts, err := r.partsOf(f.name)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if err := r.writeSBOM(f, parts); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) partsOf(name string) ([]part, error) {
	if strings.HasSuffix(name, "_source.tar.gz") {
		return sourceParts()
	}
	var parts []part
	for _, a := range r.built {
		if a.Type != binary || !isIn(a, name) {
			continue
		}
		info, err := buildinfo.ReadFile(a.Path)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{kind: goModule, name: "stdlib", version: strings.TrimPrefix(info.GoVersion, "go"), licence: "BSD-3-Clause"})
		for _, module := range info.Deps {
			parts = append(parts, part{kind: goModule, name: module.Path, version: module.Version})
		}
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("no program is for it")
	}
	pages, err := bundledPackages()
	if err != nil {
		return nil, err
	}
	return sorted(append(parts, pages...)), nil
}

// isIn reports whether a program is in a file with this name.
func isIn(program artifact, name string) bool {
	arch := strings.Contains(name, program.Arch) || strings.Contains(name, map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[program.Arch])
	switch {
	case strings.HasSuffix(name, "_image.tar"):
		return program.OS == "linux"
	case strings.HasSuffix(name, ".tar.gz"), strings.HasSuffix(name, ".zip"):
		return arch && strings.Contains(name, "_"+program.OS+"_")
	}
	return arch && program.OS == "linux" // packages
}

// sourceParts are all that the source needs to be built and tested.
func sourceParts() ([]part, error) {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		return nil, err
	}
	module, err := modfile.ParseLax("go.mod", text, nil)
	if err != nil {
		return nil, err
	}
	locked, err := lockedPackages()
	if err != nil {
		return nil, err
	}
	parts := slices.Collect(maps.Values(locked))
	for _, required := range module.Require {
		parts = append(parts, part{kind: goModule, name: required.Mod.Path, version: required.Mod.Version})
	}
	return sorted(parts), nil
}

// bundledPackages are the packages whose code is in the pages, as their build has found
// (web/build/packages.ts). The others only build and test them.
func bundledPackages() ([]part, error) {
	const list = "web/dist.packages.json"
	var folders []string
	if err := readJSON(list, &folders); err != nil {
		return nil, err
	}
	if len(folders) == 0 {
		return nil, fmt.Errorf("%s is empty", list)
	}
	locked, err := lockedPackages()
	if err != nil {
		return nil, err
	}
	var parts []part
	for _, folder := range folders {
		one, found := locked[folder]
		if !found {
			return nil, fmt.Errorf("%s has %s, which is not in the lock file; make web builds the pages again", list, folder)
		}
		parts = append(parts, one)
	}
	return parts, nil
}

// lockedPackages are those with which the pages are made and tested, by their folders.
func lockedPackages() (map[string]part, error) {
	var lock struct {
		Packages map[string]struct{ Version, License string }
	}
	if err := readJSON("web/package-lock.json", &lock); err != nil {
		return nil, err
	}
	parts := make(map[string]part)
	for path, one := range lock.Packages {
		const folder = "node_modules/"
		if at := strings.LastIndex(path, folder); at >= 0 {
			parts[path] = part{kind: npm, name: path[at+len(folder):], version: one.Version, licence: one.License}
		}
	}
	return parts, nil
}

func readJSON(name string, to any) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, to); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// sorted puts parts in order, each once.
func sorted(parts []part) []part {
	slices.SortFunc(parts, func(a, b part) int {
		return strings.Compare(a.kind+" "+a.name+" "+a.version, b.kind+" "+b.name+" "+b.version)
	})
	return slices.Compact(parts)
}

// The parts of an SPDX document.
type (
	spdxPackage struct {
		ID        string    `json:"SPDXID"`
		Name      string    `json:"name"`
		Version   string    `json:"versionInfo"`
		From      string    `json:"downloadLocation"`
		Analysed  bool      `json:"filesAnalyzed"`
		Concluded string    `json:"licenseConcluded"`
		Declared  string    `json:"licenseDeclared"`
		Copyright string    `json:"copyrightText"`
		Checksums []spdxSum `json:"checksums,omitempty"`
		Refs      []spdxRef `json:"externalRefs,omitempty"`
	}
	spdxSum struct {
		Algorithm string `json:"algorithm"`
		Value     string `json:"checksumValue"`
	}
	spdxRef struct {
		Category string `json:"referenceCategory"`
		Type     string `json:"referenceType"`
		Locator  string `json:"referenceLocator"`
	}
	spdxRelation struct {
		From string `json:"spdxElementId"`
		Kind string `json:"relationshipType"`
		To   string `json:"relatedSpdxElement"`
	}
)

const (
	notKnown   = "NOASSERTION"
	documentID = "SPDXRef-DOCUMENT"
	fileID     = "SPDXRef-File"
)

func (r *release) writeSBOM(f published, parts []part) error {
	address := r.releases + "/" + r.version + "/" + f.name
	packages := []spdxPackage{{
		ID: fileID, Name: f.name, Version: r.version, From: address, Concluded: "MIT", Declared: "MIT", Copyright: "The Plateau maintainers",
		Checksums: []spdxSum{{"SHA256", f.sum}},
	}}
	relations := []spdxRelation{{documentID, "DESCRIBES", fileID}}
	for i, p := range parts {
		one := spdxPackage{
			ID: fmt.Sprintf("SPDXRef-Part-%d", i+1), Name: p.name, Version: p.version, From: notKnown, Concluded: notKnown, Declared: p.licence, Copyright: notKnown,
			Refs: []spdxRef{{"PACKAGE-MANAGER", "purl", p.address()}},
		}
		if one.Declared == "" {
			one.Declared = notKnown
		}
		packages = append(packages, one)
		relations = append(relations, spdxRelation{fileID, "CONTAINS", one.ID})
	}
	return r.writeJSON(f.name+".spdx.json", map[string]any{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": documentID, "name": f.name, "documentNamespace": address + ".spdx.json#" + f.sum,
		"creationInfo": map[string]any{"created": r.date.UTC().Format(time.RFC3339), "creators": []string{"Organization: The Plateau maintainers"}},
		"packages":     packages, "relationships": relations,
	})
}

// address is the package URL of a part.
func (p part) address() string {
	// The @ of npm's scopes is written as %40.
	name := strings.ReplaceAll((&url.URL{Path: p.name}).EscapedPath(), "@", "%40")
	return "pkg:" + p.kind + "/" + strings.TrimPrefix(name, "./") + "@" + url.PathEscape(p.version)
}
