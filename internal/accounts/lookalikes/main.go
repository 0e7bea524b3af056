// Command lookalikes reduces Unicode's confusables.txt, which it reads from the
// standard input, to what package accounts embeds: one line per character, with
// what it is taken for. Both are written as they are.
//
//	go run ./internal/accounts/lookalikes <confusables.txt >internal/accounts/data/lookalikes.txt
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

func main() {
	if err := reduce(); err != nil {
		fmt.Fprintln(os.Stderr, "lookalikes:", err)
		os.Exit(1)
	}
}

func reduce() error {
	out := bufio.NewWriter(os.Stdout)
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		line := strings.TrimPrefix(in.Text(), "\ufeff")
		if strings.Contains(line, "Version:") {
			fmt.Fprintln(out, "# Unicode's confusables.txt,", strings.ToLower(strings.TrimLeft(line, "# ")))
			fmt.Fprintln(out, "# © Unicode, Inc.; https://www.unicode.org/license.txt")
		}
		fields := strings.Split(line, ";")
		if len(fields) < 3 {
			continue
		}
		from, err := characters(fields[0])
		if err != nil {
			return err
		}
		to, err := characters(fields[1])
		if err != nil {
			return err
		}
		// Names are decomposed before they are compared.
		if norm.NFKD.String(from) == from {
			fmt.Fprintf(out, "%s %s\n", from, to)
		}
	}
	if err := in.Err(); err != nil {
		return err
	}
	return out.Flush()
}

// characters are those with the given codes, in hexadecimal.
func characters(codes string) (string, error) {
	var text strings.Builder
	for code := range strings.FieldsSeq(codes) {
		r, err := strconv.ParseUint(code, 16, 32)
		if err != nil {
			return "", err
		}
		text.WriteRune(rune(r))
	}
	return text.String(), nil
}
