package main

import (
	"encoding/json"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
)

// loadedImage is how 'docker load' finds an image where it does not read OCI layouts: one
// name for each architecture.
type loadedImage struct {
	Config   string
	RepoTags []string
	Layers   []string
}

func loaded(image v1.Image, name string) (loadedImage, error) {
	one := loadedImage{RepoTags: []string{name}}
	config, err := image.ConfigName()
	if err != nil {
		return one, err
	}
	one.Config = blob(config)
	layers, err := image.Layers()
	if err != nil {
		return one, err
	}
	for _, layer := range layers {
		digest, err := layer.Digest()
		if err != nil {
			return one, err
		}
		one.Layers = append(one.Layers, blob(digest))
	}
	return one, nil
}

// blob is where an OCI layout has a file.
func blob(h v1.Hash) string { return "blobs/" + h.Algorithm + "/" + h.Hex }

func writeLoadable(folder string, images []loadedImage) error {
	text, err := json.Marshal(images)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "manifest.json"), text, 0o644)
}
