// Command lists reduces a list, which it reads from the standard input, to what package
// accounts embeds.
//
// Of passwords, the most common first and one on each line, that is the first bytes of
// the hashes of the 10,000 most common ones that are long enough to be accepted
// otherwise, sorted. The list is that of @zxcvbn-ts/language-common (MIT),
// src/passwords.json:
//
//	jq -r '.[]' passwords.json | go run ./internal/accounts/lists passwords >internal/accounts/data/passwords.bin
//
// Of Unicode's confusables.txt, that is one line per character, with what it is taken
// for. Both are written as they are:
//
//	go run ./internal/accounts/lists lookalikes <confusables.txt >internal/accounts/data/lookalikes.txt
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"plateau/internal/accounts"
)

func main() {
	if err := reduce(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "lists:", err)
		os.Exit(1)
	}
}

func reduce(args []string) error {
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	var err error
	switch {
	case slices.Equal(args, []string{"passwords"}):
		passwords(in, out)
	case slices.Equal(args, []string{"lookalikes"}):
		err = lookalikes(in, out)
	default:
		err = errors.New("want passwords or lookalikes")
	}
	return cmp.Or(err, in.Err(), out.Flush())
}

func passwords(in *bufio.Scanner, out *bufio.Writer) {
	const most = 10_000
	var hashes [][]byte
	for in.Scan() && len(hashes) < most {
		if hash := accounts.CommonHash(in.Text()); hash != nil && !slices.ContainsFunc(hashes, func(other []byte) bool { return bytes.Equal(other, hash) }) {
			hashes = append(hashes, hash)
		}
	}
	slices.SortFunc(hashes, bytes.Compare)
	_, _ = out.Write(bytes.Join(hashes, nil)) // Flush says if it fails.
}

func lookalikes(in *bufio.Scanner, out *bufio.Writer) error {
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
	return nil
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
