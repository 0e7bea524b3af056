package local

import (
	"encoding/json"
	"os"
	"path/filepath"

	"plateau/internal/durable"
)

// LastServer is where somebody last played online, and under which name.
type LastServer struct {
	Address string `json:"address"`
	Name    string `json:"name"`
}

// lastServerName is the file in the folder.
const lastServerName = "last-server.json"

// ReadLastServer reads it from a folder. It is empty if nothing is known.
func ReadLastServer(dir string) LastServer {
	var last LastServer
	text, err := os.ReadFile(filepath.Join(dir, lastServerName))
	if dir == "" || err != nil || json.Unmarshal(text, &last) != nil {
		return LastServer{}
	}
	return last
}

// Keep remembers it in a folder, if there is one.
func (l LastServer) Keep(dir string) error {
	text, err := json.Marshal(l)
	if dir == "" || err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return durable.Replace(filepath.Join(dir, lastServerName), append(text, '\n'))
}
