package check

import (
	"archive/tar"
	"bytes"
	"debug/buildinfo"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// images opens the images of the release, by architecture.
func images(t *testing.T) map[string]v1.Image {
	t.Helper()
	folder := t.TempDir()
	file, err := os.Open(published(t, "plateau_*_image.tar"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	untar(t, tar.NewReader(file), folder)
	top, err := layout.ImageIndexFromPath(folder)
	if err != nil {
		t.Fatal(err)
	}
	list, err := top.IndexManifest()
	if err != nil || len(list.Manifests) != 1 {
		t.Fatalf("the layout has %+v, %v", list, err)
	}
	index, err := top.ImageIndex(list.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(index); err != nil {
		t.Error(err)
	}
	manifest, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]v1.Image{}
	for _, one := range manifest.Manifests {
		image, err := index.Image(one.Digest)
		if err != nil {
			t.Fatal(err)
		}
		found[one.Platform.OS+"/"+one.Platform.Architecture] = image
	}
	return found
}

func TestImage(t *testing.T) {
	all := images(t)
	if len(all) != 2 || all["linux/amd64"] == nil || all["linux/arm64"] == nil {
		t.Fatalf("the images are %v", all)
	}
	for platform, image := range all {
		config, err := image.ConfigFile()
		if err != nil || config.OS+"/"+config.Architecture != platform {
			t.Fatalf("the image for %s is %+v, %v", platform, config, err)
		}
		root := t.TempDir()
		names := untar(t, tar.NewReader(mutate.Extract(image)), root)
		slices.Sort(names)
		if want := "etc etc/group etc/passwd tmp usr usr/bin usr/bin/plateau var var/lib var/lib/plateau"; strings.ReplaceAll(strings.Join(names, " "), "/ ", " ") != want {
			t.Errorf("the image has %s", strings.Join(names, " "))
		}
		program := filepath.Join(root, "usr/bin/plateau")
		carriesItsSystem(t, program)
		if platform == "linux/"+runtime.GOARCH {
			runs(t, root, config.Config)
		}
	}
}

// carriesItsSystem looks for what the image has no files for.
func carriesItsSystem(t *testing.T, program string) {
	t.Helper()
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	roots := "golang.org/x/crypto/x509roots/fallback"
	if !slices.ContainsFunc(info.Deps, func(m *debug.Module) bool { return m.Path == roots }) {
		t.Error("the program brings no certificate roots")
	}
	content, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(content, []byte("Europe/Amsterdam")) || !bytes.Contains(content, []byte("Pacific/Auckland")) {
		t.Error("the program brings no time zones")
	}
}

// runs starts the image as a container would: its command, its user, and nothing else there.
func runs(t *testing.T, root string, config v1.Config) {
	t.Helper()
	needRoot(t)
	command := append(slices.Clone(config.Entrypoint), config.Cmd...)
	s := serve(t, root, config.User, append(command, "--listen", "127.0.0.1:0")...)
	var about struct{ Version string }
	s.ask(t, "/server", "", "", &about)
	if want := readFeed(t).Version; about.Version != want {
		t.Errorf("the image has the version %s, not %s", about.Version, want)
	}
	s.servesPages(t)
	if g := start(t, s); !strings.Contains(g.record(t, s), "c1-c5") {
		t.Error("the game is not there")
	}
	s.stop(t)
}
