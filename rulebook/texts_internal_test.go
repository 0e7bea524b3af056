package rulebook

import "testing"

// FuzzTexts reads what translators may write, as each kind of file.
func FuzzTexts(f *testing.F) {
	for _, path := range []string{
		"text/en/quixo.txt", "lessons/quixo.txt", "lessons/en/quixo.txt", "strategy/quixo.txt", "guided/quixo.txt", "guided/en/quixo.txt",
	} {
		text, err := files.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if blocks, err := read(text); err == nil {
			for _, b := range blocks {
				if b.Kind == "" {
					t.Errorf("%q has a block of no kind: %+v", text, b)
				}
			}
		}
		if tasks, err := readTasks(text); err == nil {
			for _, task := range tasks {
				_ = task.Steps()
			}
		}
		_, _ = readWords(text)
		_, _ = readSteps(addToStep)(text)
		_, _ = readSteps(addWords)(text)
		_, _ = readClaims(text)
	})
}
