// Lint checks what no general linter knows: that retired words stay retired
// (tools/words.txt) and that go.mod marks its requirements as `go mod tidy`
// would. It runs in the folder tools:
//
//	go run ./lint words
//	go run ./lint requirements
package main

import (
	"fmt"
	"os"
	"strings"
)

var checks = map[string]func(root string) (findings []string, err error){
	"words": checkWords, "requirements": checkRequirements,
}

func main() {
	name := strings.Join(os.Args[1:], " ")
	check, known := checks[name]
	if !known {
		fmt.Fprintln(os.Stderr, "lint: want words or requirements")
		os.Exit(2)
	}
	findings, err := check("..")
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(2)
	}
	for _, finding := range findings {
		fmt.Println(finding)
	}
	if len(findings) > 0 {
		fmt.Printf("%s: %d findings\n", name, len(findings))
		os.Exit(1)
	}
}
