// Command commonpasswords reduces a list of passwords, the most common first, which
// it reads from the standard input with one on each line, to what package accounts
// embeds: the first bytes of the hashes of the 10,000 most common ones that are long
// enough to be accepted otherwise, sorted.
//
// The list is that of @zxcvbn-ts/language-common (MIT), src/passwords.json:
//
//	jq -r '.[]' passwords.json | go run ./internal/accounts/commonpasswords >internal/accounts/data/passwords.bin
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"slices"

	"plateau/internal/accounts"
)

func main() {
	if err := reduce(); err != nil {
		fmt.Fprintln(os.Stderr, "commonpasswords:", err)
		os.Exit(1)
	}
}

func reduce() error {
	const most = 10_000
	var hashes [][]byte
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() && len(hashes) < most {
		if hash := accounts.CommonHash(in.Text()); hash != nil && !slices.ContainsFunc(hashes, func(other []byte) bool { return bytes.Equal(other, hash) }) {
			hashes = append(hashes, hash)
		}
	}
	if err := in.Err(); err != nil {
		return err
	}
	slices.SortFunc(hashes, bytes.Compare)
	_, err := os.Stdout.Write(bytes.Join(hashes, nil))
	return err
}
