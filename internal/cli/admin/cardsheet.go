package admin

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"strings"

	"plateau/internal/api"
	"plateau/rulebook/words"
)

//go:embed cardsheet.html
var sheetText string

var sheetTemplate = template.Must(template.New("sheet").Parse(sheetText))

// addressOf is where the code of a card with a link is typed.
func addressOf(link string) string {
	page, _, _ := strings.Cut(link, "/#/")
	_, host, found := strings.Cut(page, "://")
	if !found {
		host = page
	}
	return host + "/#/enter"
}

// sheetFile is a file for cards, which only its owner may read. It is made before
// the cards, so that none are made that cannot be written.
type sheetFile struct {
	name string
	file *os.File
}

// newSheet makes the file; without a name there is none.
func newSheet(name string) (*sheetFile, error) {
	if name == "" {
		return new(sheetFile), nil
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists already; choose another name for the sheet", name)
	}
	return &sheetFile{name, file}, err
}

// write writes the cards of a group in a language.
func (s *sheetFile) write(group, language string, cards []api.Card) error {
	texts := words.In(language)
	type printed struct {
		api.Card
		Type string
	}
	sheet := struct {
		Language, Group, Scan, Secret string
		Cards                         []printed
	}{language, group, texts.Text("groups.card.scan"), texts.Text("groups.card.secret"), nil}
	for _, c := range cards {
		sheet.Cards = append(sheet.Cards, printed{c, texts.Text("groups.card.type", "address", addressOf(c.Link))})
	}
	file := s.file
	s.file = nil
	return errors.Join(sheetTemplate.Execute(file, sheet), file.Close())
}

// discard removes the file if nothing was written.
func (s *sheetFile) discard() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.name)
	}
}
