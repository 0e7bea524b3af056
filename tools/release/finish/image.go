package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// imageUser is who the server runs as in a container: nobody else has the number.
const imageUser = 65532

// writeImage writes an image with the program of the archives and no system below it, for
// two architectures, as an OCI layout in a tar file.
//
//	/usr/bin/plateau     the program, which brings certificate roots and time zones
//	/var/lib/plateau     its data, the volume
//	/tmp, /etc/passwd, /etc/group
func (r *release) writeImage() error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	var loadable []loadedImage
	for _, a := range r.built {
		if a.Type != binary || a.OS != "linux" {
			continue
		}
		image, err := r.image(a)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: image, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: a.OS, Architecture: a.Arch}},
		})
		one, err := loaded(image, "plateau:"+r.number()+"-"+a.Arch)
		if err != nil {
			return err
		}
		loadable = append(loadable, one)
	}
	folder, err := os.MkdirTemp("", "image")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	path, err := layout.Write(folder, mutate.IndexMediaType(empty.Index, types.OCIImageIndex))
	if err != nil {
		return err
	}
	names := map[string]string{
		"org.opencontainers.image.ref.name": r.number(), "io.containerd.image.name": "docker.io/library/plateau:" + r.number(),
	}
	if err := path.AppendIndex(index, layout.WithAnnotations(names)); err != nil {
		return err
	}
	if err := writeLoadable(folder, loadable); err != nil {
		return err
	}
	return r.tarFolder(fmt.Sprintf("plateau_%s_image.tar", r.number()), folder)
}

func (r *release) image(program artifact) (v1.Image, error) {
	content, err := os.ReadFile(program.Path)
	if err != nil {
		return nil, err
	}
	system, err := r.layer([]entry{
		{name: "etc/", mode: 0o755},
		{name: "etc/passwd", mode: 0o644, content: fmt.Appendf(nil, "root:x:0:0:root:/:/\nplateau:x:%d:%[1]d:Plateau:/var/lib/plateau:/\n", imageUser)},
		{name: "etc/group", mode: 0o644, content: fmt.Appendf(nil, "root:x:0:\nplateau:x:%d:\n", imageUser)},
		{name: "tmp/", mode: 0o1777},
		{name: "var/", mode: 0o755},
		{name: "var/lib/", mode: 0o755},
		{name: "var/lib/plateau/", mode: 0o750, owner: imageUser},
	})
	if err != nil {
		return nil, err
	}
	layer, err := r.layer([]entry{
		{name: "usr/", mode: 0o755}, {name: "usr/bin/", mode: 0o755}, {name: "usr/bin/plateau", mode: 0o755, content: content},
	})
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.Append(image,
		mutate.Addendum{Layer: system, MediaType: types.OCILayer, History: v1.History{Created: v1.Time{Time: r.date}, CreatedBy: "folders and users"}},
		mutate.Addendum{Layer: layer, MediaType: types.OCILayer, History: v1.History{Created: v1.Time{Time: r.date}, CreatedBy: "the program"}})
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = program.OS, program.Arch, v1.Time{Time: r.date}
	config.Config = v1.Config{
		User: fmt.Sprintf("%d:%[1]d", imageUser), Entrypoint: []string{"/usr/bin/plateau"}, Cmd: []string{"serve"},
		Env:        []string{"PATH=/usr/bin", "HOME=/var/lib/plateau", "PLATEAU_DATA=/var/lib/plateau"},
		WorkingDir: "/var/lib/plateau", Volumes: map[string]struct{}{"/var/lib/plateau": {}}, ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		Labels: map[string]string{
			"org.opencontainers.image.title": "Plateau", "org.opencontainers.image.licenses": "MIT",
			"org.opencontainers.image.version": r.version, "org.opencontainers.image.revision": r.commit,
		},
	}
	return mutate.ConfigFile(image, config)
}

// entry is a file of an image, or a folder, whose name ends with a slash.
type entry struct {
	name    string
	mode    int64
	owner   int
	content []byte
}

func (r *release) layer(entries []entry) (v1.Layer, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		if err := r.writeEntry(w, e); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	content := b.Bytes()
	return tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil })
}

func (r *release) writeEntry(w *tar.Writer, e entry) error {
	h := &tar.Header{
		Name: e.name, Mode: e.mode, Uid: e.owner, Gid: e.owner, Size: int64(len(e.content)), ModTime: r.date, Typeflag: tar.TypeReg,
	}
	if e.name[len(e.name)-1] == '/' {
		h.Typeflag = tar.TypeDir
	}
	if err := w.WriteHeader(h); err != nil {
		return err
	}
	_, err := w.Write(e.content)
	return err
}

// tarFolder writes a folder to a tar file with the date of the commit.
func (r *release) tarFolder(name, folder string) error {
	file, err := os.Create(filepath.Join(r.out, name))
	if err != nil {
		return err
	}
	w := tar.NewWriter(file)
	files := os.DirFS(folder)
	err = fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		return r.writeEntry(w, entry{name: path, mode: 0o644, content: content})
	})
	return errors.Join(err, w.Close(), file.Close())
}
