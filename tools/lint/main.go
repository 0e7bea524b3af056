// Lint checks what no general linter knows: that retired words stay retired
// (tools/words.txt) and that go.mod marks its requirements as `go mod tidy`
// would. It runs in the folder tools:
//
//	go run ./lint [words] [requirements]
package main

import (
	"fmt"
	"os"
	"slices"
)

var checks = []struct {
	name string
	run  func(root string) ([]string, error)
}{
	{"words", checkWords},
	{"requirements", checkRequirements},
}

func main() {
	status := 0
	for _, check := range checks {
		if len(os.Args) > 1 && !slices.Contains(os.Args[1:], check.name) {
			continue
		}
		findings, err := check.run("..")
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", check.name, err)
			os.Exit(2)
		}
		for _, finding := range findings {
			fmt.Println(finding)
		}
		if len(findings) > 0 {
			fmt.Printf("%s: %d findings\n", check.name, len(findings))
			status = 1
		}
	}
	os.Exit(status)
}
