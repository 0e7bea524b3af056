package api

// SignIn signs in with name and password.
type SignIn struct {
	IgnoredRequestID
	Name     string `json:"name" maxLength:"200"`
	Password string `json:"password" maxLength:"1000"`
}

// LinkToken signs in with a link.
type LinkToken struct {
	IgnoredRequestID
	Token string `json:"token" maxLength:"100" doc:"The last part of the link"`
}

// NewPassword sets a password.
type NewPassword struct {
	Password   string        `json:"password" maxLength:"1000" doc:"8 to 128 characters"`
	Current    string        `json:"current,omitempty" maxLength:"1000" doc:"The current password, if there is one"`
	Passkey    *PasskeyProof `json:"passkey,omitempty" doc:"A passkey instead of the current password, see POST /me/proof/options"`
	Everywhere bool          `json:"everywhere,omitempty" doc:"Also remove passkeys, SSH keys and the tokens of programs"`
}

// Passkey is one of the passkeys of an account.
type Passkey struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Since int64  `json:"since"`
}

// PasskeyWish starts to create a passkey.
type PasskeyWish struct {
	IgnoredRequestID
	ProofOfOwner
}

// Ceremony is what a browser needs to create or to use a passkey.
type Ceremony struct {
	Options map[string]any `json:"options" doc:"Options for the browser, in the JSON form of the Web Authentication API"`
	State   string         `json:"state" doc:"Send this back with the browser's answer"`
}

// PasskeyAnswer signs in with a passkey.
type PasskeyAnswer struct {
	IgnoredRequestID
	State      string     `json:"state" maxLength:"100"`
	Credential Credential `json:"credential" doc:"The browser's answer, in the JSON form of the Web Authentication API"`
}

// NewPasskey adds a passkey.
type NewPasskey struct {
	IgnoredRequestID
	State      string     `json:"state" maxLength:"100"`
	Credential Credential `json:"credential" doc:"The browser's answer, in the JSON form of the Web Authentication API"`
	Label      string     `json:"label,omitempty" maxLength:"200" doc:"A name for it: up to 40 letters"`
}

// ProofOfOwner is part of the bodies of requests whose effect outlasts a session.
type ProofOfOwner struct {
	Password string        `json:"password,omitempty" maxLength:"1000" doc:"Accounts need this or a passkey"`
	Passkey  *PasskeyProof `json:"passkey,omitempty" doc:"A passkey instead of the password, see POST /me/proof/options"`
}

// PasskeyProof is a proof with a passkey.
type PasskeyProof struct {
	State      string     `json:"state" maxLength:"100"`
	Credential Credential `json:"credential" doc:"The browser's answer, in the JSON form of the Web Authentication API"`
}

// Codes are recovery codes.
type Codes struct {
	Codes []string `json:"codes" doc:"Each works once; they are shown only now"`
}

// Recovery signs in with a recovery code.
type Recovery struct {
	IgnoredRequestID
	Name     string `json:"name" maxLength:"200"`
	Code     string `json:"code" maxLength:"100"`
	Password string `json:"password" maxLength:"1000" doc:"The new password: 8 to 128 characters"`
}

// NewCodes asks for recovery codes.
type NewCodes struct {
	IgnoredRequestID
	ProofOfOwner
}

// SSHKey is a key with which a player comes in over SSH.
type SSHKey struct {
	ID          string `json:"id"`
	Label       string `json:"label"`
	Kind        string `json:"kind" doc:"The kind of key, such as ssh-ed25519"`
	Fingerprint string `json:"fingerprint" doc:"The SHA-256 of the key, as SSH programs show it"`
	Since       int64  `json:"since"`
	Used        int64  `json:"used,omitempty" doc:"When it was last used, to the hour; missing if it was not"`
}

// NewSSHKey adds an SSH key.
type NewSSHKey struct {
	IgnoredRequestID
	Key   string `json:"key" maxLength:"8000" doc:"The public key, as in a file with the ending pub"`
	Label string `json:"label,omitempty" maxLength:"200" doc:"A name for it: up to 40 letters; the comment of the key if missing"`
	Guest bool   `json:"guest,omitempty" doc:"Leave a guest a guest, who is known by the key"`
	ProofOfOwner
}

// BrowserLink is a link that signs a browser in.
type BrowserLink struct {
	Link  string `json:"link" doc:"It signs in once"`
	Until int64  `json:"until"`
}

// Credential is the answer of a browser, whose fields the API does not interpret.
type Credential map[string]any
