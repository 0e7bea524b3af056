package online

import (
	"context"

	"plateau/internal/play"
	"plateau/internal/play/accounts"
)

// Who comes in over SSH uses this API as everybody does, within the process: the
// server has checked the key, and says so in the context of their requests.

type sshKeyContext struct{}

// WithSSHKey marks requests of somebody who has proved to have an SSH key. A token
// that a request has counts instead.
func WithSSHKey(ctx context.Context, hash play.KeyHash) context.Context {
	return context.WithValue(ctx, sshKeyContext{}, hash)
}

func sshKeyOf(ctx context.Context) (play.KeyHash, bool) {
	hash, ok := ctx.Value(sshKeyContext{}).(play.KeyHash)
	return hash, ok
}

type (
	newSSHKey struct {
		IgnoredRequestID
		Key   string `json:"key" maxLength:"8000" doc:"The public key, as in a file with the ending pub"`
		Label string `json:"label,omitempty" maxLength:"200" doc:"A name for it: up to 40 letters; the comment of the key if missing"`
		Guest bool   `json:"guest,omitempty" doc:"Leave a guest a guest, who is known by the key"`
		ProofOfOwner
	}
	sshKeyInput struct {
		ID string `path:"id" maxLength:"64"`
	}
	browserLinkView struct {
		Link  string `json:"link" doc:"It signs in once"`
		Until int64  `json:"until"`
	}
)

func (s *server) registerSSHKeys() {
	register(s, created(forPlayers("addSSHKey", "POST /me/ssh-keys",
		"Add an SSH key, with which I come in over SSH. It registers a guest, unless they are to stay one")), body(inSession(s, s.addSSHKey)))
	register(s, noContent(forPlayers("removeSSHKey", "DELETE /me/ssh-keys/{id}",
		"Remove an SSH key; who is connected with it is disconnected")), inSession(s, s.removeSSHKey))
	register(s, created(forPlayers("makeBrowserLink", "POST /me/browser-link",
		"For those who come in over SSH: a link with which a browser is signed in, once and soon")), body(s.makeBrowserLink))
}

func viewSSHKey(k play.SSHKey) sshKeyView {
	return sshKeyView{k.ID, k.Label, k.Kind, k.Hash.Fingerprint(), millis(k.Since), millisOrNone(k.Used)}
}

func (s *server) addSSHKey(ctx context.Context, access play.Access, in *bodyInput[newSSHKey]) (sshKeyView, error) {
	key, err := s.Accounts.AddSSHKey(ctx, access.Player, accounts.NewSSHKey{
		Line: in.Body.Key, Label: in.Body.Label, Guest: in.Body.Guest, Proof: in.Body.proof(ctx),
	})
	return viewSSHKey(key), err
}

func (s *server) removeSSHKey(ctx context.Context, access play.Access, in *sshKeyInput) (*struct{}, error) {
	return nil, s.Accounts.RemoveSSHKey(ctx, access.Player, in.ID)
}

// makeBrowserLink gives nothing to the token of a program, which signs nobody in.
func (s *server) makeBrowserLink(ctx context.Context, _ *optionalInput[IgnoredRequestID]) (browserLinkView, error) {
	access, err := s.access(ctx)
	if err == nil && access.Kind == play.Robot {
		err = accounts.OnlyPlays.Refuse("")
	}
	if err != nil {
		return browserLinkView{}, err
	}
	token, err := s.Accounts.NewBrowserLink(ctx, access.Player)
	return browserLinkView{s.signInLink(ctx, token), millis(s.Now().Add(accounts.BrowserLinkTime))}, err
}
