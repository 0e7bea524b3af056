package online

import (
	"context"

	"plateau/internal/accounts"
	"plateau/internal/api"
)

// Who comes in over SSH uses this API as everybody does, within the process: the
// server has checked the key, and says so in the context of their requests.

type sshContext struct{}

// WithSSH marks requests of somebody who came in over SSH, and may have proved to have
// a key. A token that a request has counts instead of the key.
func WithSSH(ctx context.Context, key *accounts.KeyHash) context.Context {
	return context.WithValue(ctx, sshContext{}, key)
}

// overSSH reports whether somebody came in over SSH, and the key, which may be nil.
func overSSH(ctx context.Context) (key *accounts.KeyHash, came bool) {
	key, came = ctx.Value(sshContext{}).(*accounts.KeyHash)
	return key, came
}

type (
	sshKeyInput struct {
		ID string `path:"id" maxLength:"64"`
	}
)

func (s *server) registerSSHKeys() {
	register(s, created(forPlayers("addSSHKey", "POST /me/ssh-keys",
		"Add an SSH key, with which I come in over SSH. It registers a guest, unless they are to stay one")), body(inSession(s.addSSHKey)))
	register(s, noContent(forPlayers("removeSSHKey", "DELETE /me/ssh-keys/{id}",
		"Remove an SSH key; who is connected with it is disconnected")), inSession(s.removeSSHKey))
	register(s, created(forPlayers("makeBrowserLink", "POST /me/browser-link",
		"For those who come in over SSH: a link with which a browser is signed in, once and soon")), body(s.makeBrowserLink))
}

func viewSSHKey(k accounts.SSHKey) api.SSHKey {
	return api.SSHKey{
		ID: k.ID, Label: k.Label, Kind: k.Kind, Fingerprint: k.Hash.Fingerprint(), Since: millis(k.Since), Used: millisOrNone(k.Used),
	}
}

func (s *server) addSSHKey(ctx context.Context, access accounts.Access, in *bodyInput[api.NewSSHKey]) (api.SSHKey, error) {
	key, err := s.Accounts.AddSSHKey(ctx, access.Player, accounts.NewSSHKey{
		Line: in.Body.Key, Label: in.Body.Label, Guest: in.Body.Guest, Proof: proofOf(ctx, in.Body.ProofOfOwner),
	})
	return viewSSHKey(key), err
}

func (s *server) removeSSHKey(ctx context.Context, access accounts.Access, in *sshKeyInput) (*struct{}, error) {
	return nil, s.Accounts.RemoveSSHKey(ctx, access.Player, in.ID)
}

// makeBrowserLink is for those who are connected over SSH. A browser gets no link: who
// found it open would go on with the link after the owner has signed out everywhere.
func (s *server) makeBrowserLink(ctx context.Context, _ *optionalInput[api.IgnoredRequestID]) (api.BrowserLink, error) {
	access := callerFrom(ctx).access
	if _, came := overSSH(ctx); !came {
		if access.Kind == accounts.Robot {
			return api.BrowserLink{}, accounts.OnlyPlays.Refuse("")
		}
		return api.BrowserLink{}, accounts.SSHKeyFresh.Refuse("")
	}
	token, err := s.Accounts.NewBrowserLink(ctx, access.Player)
	return api.BrowserLink{Link: s.signInLink(ctx, token), Until: millis(s.Now().Add(accounts.BrowserLinkTime))}, err
}
