// Command describe prints the OpenAPI document of the server, from which the pages
// generate their types.
package main

import (
	"fmt"
	"os"

	"plateau/internal/httpapi/online"
)

func main() {
	if _, err := os.Stdout.Write(online.Description("")); err != nil {
		fmt.Fprintln(os.Stderr, "describe:", err)
		os.Exit(1)
	}
}
