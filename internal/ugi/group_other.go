//go:build !unix

package ugi

import "os/exec"

// ownGroup does nothing where processes have no groups.
func ownGroup(*exec.Cmd) {}

// killGroup ends the program.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
