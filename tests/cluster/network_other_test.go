//go:build unix && !linux

package cluster_test

import "testing"

// runTests runs the tests. Only Linux has networks of their own.
func runTests(m *testing.M) int { return m.Run() }
