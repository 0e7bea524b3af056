//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package durable

import "os"

func lock(*os.File) error { return nil }
