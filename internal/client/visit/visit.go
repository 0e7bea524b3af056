// Package visit lets people in who come to a server over a connection of their own, as
// over SSH: those whom it does not know yet get an account, become guests, or say who
// they are. All of it goes through the server's API, as in a browser.
package visit

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
)

// Visitor is somebody whom the server does not know yet.
type Visitor struct {
	// Client acts for them: by their key, once the server knows it.
	Client *client.Client
	// Key is their public key, as a line; empty for none.
	Key string
	// Name is what they may be called.
	Name string
	// Admission is who may come in, and Guests whether people play without an
	// account.
	Admission play.Admission
	Guests    bool
	// Entered is called with the client of somebody who came in with a session, and
	// not by their key. It may be nil.
	Entered func(c *client.Client)
}

// Way is a way to come in.
type Way string

// The ways to come in.
const (
	// Register makes an account, to which the key belongs.
	Register Way = "register"
	// SignIn signs in to an account with name and password, and adds the key.
	SignIn Way = "signIn"
	// Invited makes an account by an invitation, and adds the key.
	Invited Way = "invited"
	// Guest makes a guest, who is known by the key, if there is one.
	Guest Way = "guest"
	// Watch stays unknown.
	Watch Way = "watch"
)

// texts are the messages with the name of each way, and with what it is for.
var texts = map[Way][2]string{
	Register: {"terminal.visit.register", "terminal.visit.registerWhy"},
	SignIn:   {"terminal.visit.signIn", "terminal.visit.signInWhy"},
	Invited:  {"terminal.visit.invited", "terminal.visit.invitedWhy"},
	Guest:    {"terminal.visit.guest", "terminal.visit.guestWhy"},
	Watch:    {"terminal.visit.watch", "terminal.visit.watchWhy"},
}

// Name is the message with the name of a way, and Why the one with what it is for.
func (w Way) Name() string { return texts[w][0] }

// Why is described at [Way.Name].
func (w Way) Why() string { return texts[w][1] }

// Ways are the ways that the server offers, the usual one first.
func (v *Visitor) Ways() []Way {
	switch {
	case v.Admission == play.AdmitMembers:
		return []Way{Invited, SignIn}
	case v.Admission == play.AdmitInvited && v.Guests:
		return []Way{Guest, Invited, SignIn, Watch}
	case v.Admission == play.AdmitInvited:
		return []Way{Invited, SignIn, Watch}
	case v.Key == "":
		return []Way{Guest, SignIn, Watch}
	}
	return []Way{Register, Guest, SignIn, Watch}
}

// Answers are what people are asked for; each way needs some of them.
type Answers struct{ Name, Password, Code string }

// Needs are what a way asks for.
func (w Way) Needs() (name, password, code bool) {
	return w != Watch, w == SignIn || w == Invited, w == Invited
}

// Enter comes in, and returns the client that acts for the player from now on.
func (v *Visitor) Enter(ctx context.Context, way Way, a Answers) (*client.Client, api.Player, error) {
	switch way {
	case Register, Guest:
		c, player, err := v.Client.Guest(ctx, a.Name)
		if err != nil {
			return nil, player, err
		}
		known, player, err := v.addKey(ctx, c, player, api.NewSSHKey{Guest: way == Guest})
		if err != nil {
			// Nobody will come back to this guest.
			_ = c.Call(ctx, http.MethodDelete, "/me", nil, nil)
		}
		return known, player, err
	case SignIn:
		c, player, err := v.Client.SignIn(ctx, a.Name, a.Password)
		if err != nil {
			return nil, player, err
		}
		return v.addKeyIfPossible(ctx, c, player, a.Password)
	case Invited:
		c, player, err := v.Client.Accept(ctx, codeOf(a.Code), a.Name, a.Password)
		if err != nil {
			return nil, player, err
		}
		return v.addKeyIfPossible(ctx, c, player, a.Password)
	}
	return v.Client, api.Player{}, nil
}

// codeOf is the code of an invitation, of which people may paste the whole link.
func codeOf(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '/')+1:]
}

// addKeyIfPossible adds the key to an account. Who has too many, or one that belonged to
// a guest, is in all the same, and will have to sign in again.
func (v *Visitor) addKeyIfPossible(ctx context.Context, c *client.Client, player api.Player, password string) (*client.Client, api.Player, error) {
	known, same, err := v.addKey(ctx, c, player, api.NewSSHKey{ProofOfOwner: api.ProofOfOwner{Password: password}})
	if problem, ok := errors.AsType[*client.Problem](err); ok && strings.HasPrefix(problem.Code, "sshkey.") {
		return v.enter(c, player)
	}
	return known, same, err
}

// enter goes on with a session instead of a key.
func (v *Visitor) enter(c *client.Client, player api.Player) (*client.Client, api.Player, error) {
	if v.Entered != nil {
		v.Entered(c)
	}
	return c, player, nil
}

// addKey lets the server know a player by the key from now on, instead of the session
// by which they came in.
func (v *Visitor) addKey(ctx context.Context, c *client.Client, player api.Player, key api.NewSSHKey) (*client.Client, api.Player, error) {
	if v.Key == "" {
		return v.enter(c, player)
	}
	key.Key = v.Key
	if err := c.Call(ctx, http.MethodPost, "/me/ssh-keys", key, nil); err != nil {
		return nil, player, err
	}
	// A session that stays would end by itself one day.
	_ = c.Call(ctx, http.MethodDelete, "/sessions/current", nil, nil)
	player, err := v.Client.Me(ctx)
	return v.Client, player, err
}
