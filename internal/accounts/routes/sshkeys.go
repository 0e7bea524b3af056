package routes

import (
	"context"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
)

type (
	sshKeyInput struct {
		ID string `path:"id" maxLength:"64"`
	}
)

func (s *routes) registerSSHKeys() {
	route.Add(s.Router, route.ForAccount("addSSHKey", "POST /me/ssh-keys",
		"Add an SSH key, with which I come in over SSH. It registers a guest, unless they are to stay one").Created(), route.Body(route.InSession(s.addSSHKey)))
	route.Add(s.Router, route.ForAccount("removeSSHKey", "DELETE /me/ssh-keys/{id}",
		"Remove an SSH key; who is connected with it is disconnected").NoContent(), route.InSession(s.removeSSHKey))
	route.Add(s.Router, route.ForAccount("makeBrowserLink", "POST /me/browser-link",
		"For those who come in over SSH: a link with which a browser is signed in, once and soon").Created(), route.Body(s.makeBrowserLink))
}

func viewSSHKey(k accounts.SSHKey) api.SSHKey {
	return api.SSHKey{
		ID: k.ID, Label: k.Label, Kind: k.Kind, Fingerprint: k.Hash.Fingerprint(), Since: api.Millis(k.Since), Used: api.MillisOrNone(k.Used),
	}
}

func (s *routes) addSSHKey(ctx context.Context, access accounts.Access, in *route.BodyInput[api.NewSSHKey]) (api.SSHKey, error) {
	key, err := s.Accounts.AddSSHKey(ctx, access.Player, accounts.NewSSHKey{
		Line: in.Body.Key, Label: in.Body.Label, Guest: in.Body.Guest, Proof: proofOf(ctx, in.Body.ProofOfOwner),
	})
	return viewSSHKey(key), err
}

func (s *routes) removeSSHKey(ctx context.Context, access accounts.Access, in *sshKeyInput) (*struct{}, error) {
	return nil, s.Accounts.RemoveSSHKey(ctx, access.Player, in.ID)
}

// makeBrowserLink is for those who are connected over SSH. A browser gets no link: who
// found it open would go on with the link after the owner has signed out everywhere.
func (s *routes) makeBrowserLink(ctx context.Context, _ *route.OptionalInput[api.IgnoredRequestID]) (api.BrowserLink, error) {
	access := route.CallerOf(ctx).Access
	if _, came := route.OverSSH(ctx); !came {
		if access.Kind == accounts.Robot {
			return api.BrowserLink{}, accounts.OnlyPlays.Refuse("")
		}
		return api.BrowserLink{}, accounts.SSHKeyFresh.Refuse("")
	}
	token, err := s.Accounts.NewBrowserLink(ctx, access.Player)
	return api.BrowserLink{Link: s.SignInLink(route.CallerOf(ctx), token), Until: api.Millis(s.Now().Add(accounts.BrowserLinkTime))}, err
}
