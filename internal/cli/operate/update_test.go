package operate

import (
	"strings"
	"testing"

	"plateau/internal/releases"
)

func TestHowToUpdate(t *testing.T) {
	newest := releases.Feed{Version: "v1.2.3", URL: "https://example.org/v1.2.3/"}
	for _, name := range []string{
		"plateau_1.2.3_linux_amd64.tar.gz", "plateau_1.2.3_darwin_arm64.tar.gz", "plateau_1.2.3_windows_amd64.zip",
		"plateau_1.2.3_amd64.deb", "plateau_1.2.3_arm64.deb", "plateau-1.2.3-1.x86_64.rpm", "plateau_1.2.3_aarch64.apk",
	} {
		newest.Files = append(newest.Files, releases.File{Name: name, URL: newest.URL + name})
	}
	for _, c := range []struct{ goos, arch, program, there, want string }{
		{"linux", "arm64", "/usr/bin/plateau", "/var/lib/dpkg/info/plateau.list", "v1.2.3/plateau_1.2.3_arm64.deb\nand run: sudo apt install ./plateau_1.2.3_arm64.deb"},
		{"linux", "amd64", "/usr/bin/plateau", "/usr/bin/rpm", "sudo rpm --upgrade ./plateau-1.2.3-1.x86_64.rpm"},
		{"linux", "arm64", "/usr/bin/plateau", "/etc/apk", "apk add --allow-untrusted ./plateau_1.2.3_aarch64.apk"},
		{"linux", "amd64", "/usr/local/bin/plateau", "/usr/bin/rpm", "replace the program by the one in https://example.org/v1.2.3/plateau_1.2.3_linux_amd64.tar.gz"},
		{"linux", "riscv64", "/opt/plateau", "", "the one in https://example.org/v1.2.3/"},
		{"darwin", "arm64", "/opt/homebrew/Caskroom/plateau/1.2.2/plateau", "", "brew upgrade --cask plateau"},
		{"darwin", "arm64", "/Users/ann/plateau", "", "plateau_1.2.3_darwin_arm64.tar.gz"},
		{"windows", "amd64", "C:/Users/Ann/scoop/apps/plateau/current/plateau.exe", "", "scoop update plateau"},
		{"windows", "amd64", "C:/Plateau/plateau.exe", "", "plateau_1.2.3_windows_amd64.zip"},
	} {
		got := howToUpdate(newest, installation{c.goos, c.arch, c.program, func(path string) bool { return path == c.there }})
		if !strings.HasSuffix(got, c.want) {
			t.Errorf("%s on %s: %q, want %q", c.program, c.goos, got, c.want)
		}
	}
}
