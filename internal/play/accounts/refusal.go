package accounts

import "plateau/game"

// Refusals of requests about accounts. The codes are part of the API.
var (
	NameTaken         = game.Phrase{Code: "name.taken", English: "that name, or one that looks like it, is already taken"}
	NameReserved      = game.Phrase{Code: "name.reserved", English: "nobody may have the word {word} in a name: it is reserved for those who run the server"}
	NameRefused       = game.Phrase{Code: "name.refused", English: "that name has a word that is not allowed here"}
	NameMarks         = game.Phrase{Code: "name.marks", English: "a letter of the name has too many accents"}
	PasswordShort     = game.Phrase{Code: "password.short", English: "a password has at least {least} characters"}
	PasswordLong      = game.Phrase{Code: "password.long", English: "a password has at most {most} characters"}
	PasswordCommon    = game.Phrase{Code: "password.common", English: "many people use that password, so others would guess it; choose another one"}
	PasswordIsName    = game.Phrase{Code: "password.name", English: "others would guess a password that is your name; choose another one"}
	PasskeyNeeded     = game.Phrase{Code: "passkey.needed", English: "confirm this with your passkey"}
	RecoveryWrong     = game.Phrase{Code: "recovery.wrong", English: "the name or the recovery code is wrong, or the code has been used"}
	RecoveryGuest     = game.Phrase{Code: "recovery.guest", English: "recovery codes are for accounts; set a password or add a passkey first"}
	PasswordWrong     = game.Phrase{Code: "password.wrong", English: "the name or the password is incorrect"}
	PasswordNeeded    = game.Phrase{Code: "password.needed", English: "your current password is needed for this"}
	SignInSlow        = game.Phrase{Code: "signin.slow", English: "too many wrong passwords; try again in {seconds} seconds"}
	SignInBusy        = game.Phrase{Code: "signin.busy", English: "too many people are signing in right now; try again soon"}
	PasskeyFailed     = game.Phrase{Code: "passkey.failed", English: "the passkey was not accepted"}
	PasskeyLate       = game.Phrase{Code: "passkey.late", English: "that took too long; start again"}
	PasskeyHost       = game.Phrase{Code: "passkey.host", English: "passkeys need a server with a name and encryption, or localhost"}
	TooManyPasskeys   = game.Phrase{Code: "passkey.many", English: "an account has at most {most} passkeys"}
	LastPasskey       = game.Phrase{Code: "passkey.last", English: "this is your only way to sign in; set a password first"}
	NoSuchPasskey     = game.Phrase{Code: "passkey.unknown", English: "there is no such passkey"}
	SSHKeyUnreadable  = game.Phrase{Code: "sshkey.unreadable", English: "that is not a public SSH key; paste the line of a file such as id_ed25519.pub"}
	SSHKeyPrivate     = game.Phrase{Code: "sshkey.private", English: "that is a private key: show it to nobody, and make a new one; paste the public key, from the file with the ending .pub"}
	SSHKeyWeak        = game.Phrase{Code: "sshkey.weak", English: "that key is too short to be safe; make a new one with ssh-keygen"}
	SSHKeyTaken       = game.Phrase{Code: "sshkey.taken", English: "this SSH key belongs to a player already"}
	TooManySSHKeys    = game.Phrase{Code: "sshkey.many", English: "a player has at most {most} SSH keys; remove one first"}
	LastSSHKey        = game.Phrase{Code: "sshkey.last", English: "this key is your only way to sign in; set a password first"}
	SSHKeyFresh       = game.Phrase{Code: "sshkey.fresh", English: "connect over SSH again, continue in your browser with the new link, then try again within ten minutes"}
	NoSuchSSHKey      = game.Phrase{Code: "sshkey.unknown", English: "there is no such SSH key"}
	TooManyTokens     = game.Phrase{Code: "token.many", English: "a player has at most {most} tokens; remove one first"}
	NoSuchToken       = game.Phrase{Code: "token.unknown", English: "there is no such token"}
	OnlyPlays         = game.Phrase{Code: "token.plays", English: "a token cannot do this; sign in"}
	NeedsAccount      = game.Phrase{Code: "progress.guest", English: "your progress is stored only if you have an account; create one first"}
	NoPuzzle          = game.Phrase{Code: "progress.puzzle", English: "that is not the id of a puzzle or a day such as 2026-11-15"}
	TooManyPuzzles    = game.Phrase{Code: "progress.puzzles", English: "at most {most} solved puzzles are stored"}
	Suspended         = game.Phrase{Code: "account.suspended", English: "an administrator has suspended this account"}
	SuspendedUntil    = game.Phrase{Code: "account.suspendeduntil", English: "an administrator has suspended this account until {until}"}
	LinkUnknown       = game.Phrase{Code: "link.unknown", English: "this sign-in link has already been used, or has expired; ask for a new one"}
	CardUnknown       = game.Phrase{Code: "card.unknown", English: "no card has this code; check each letter, or ask for a new card"}
	NoBot             = game.Phrase{Code: "bot.refused", English: "only an account that has played no rated game can become a bot"}
	LabelLong         = game.Phrase{Code: "label.long", English: "a label has at most {most} characters"}
	BadStars          = game.Phrase{Code: "progress.stars", English: "that cannot be stored: an item is a name of lower-case letters in a known area, with 1 to 3 stars"}
	TooManyItems      = game.Phrase{Code: "progress.many", English: "at most {most} items are stored"}
	LabelLetters      = game.Phrase{Code: "label.letters", English: "the label has invisible characters"}
	ManagedAccount    = game.Phrase{Code: "account.managed", English: "the person who gave you the card manages this account; ask them"}
	Uninvited         = game.Phrase{Code: "account.invited", English: "accounts are made by invitation here; ask for an invitation link"}
	HasAccount        = game.Phrase{Code: "invitation.account", English: "you have an account here already"}
	InvitationUnknown = game.Phrase{Code: "invitation.unknown", English: "this invitation has ended or was used up; ask for a new one"}
	GroupFull         = game.Phrase{Code: "group.full", English: "a group has at most {most} members"}
)
