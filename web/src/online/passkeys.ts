// Passkeys: keys that live in the device or the browser, so that nobody has to
// remember a password. The server sends what the browser is to be asked as
// JSON, in which bytes are base64url, and gets the answer in the same way.

import { api } from '../net/api';
import type { Player } from '../net/types';

interface Ceremony {
	options: { publicKey?: object } & Record<string, unknown>;
	/** By which the server knows the answer. */
	state: string;
}

/** Whether this browser, at this address, has passkeys: they need a secure connection to a host with a name. */
export function passkeysWork(): boolean {
	return (
		window.isSecureContext &&
		!/^[\d.]+$|:/.test(location.hostname) &&
		typeof PublicKeyCredential === 'function' &&
		typeof navigator.credentials?.create === 'function'
	);
}

/** Thrown where somebody has closed the dialog of the browser, or it found no passkey. */
export class PasskeyRefused extends Error {}

/** Makes a passkey for whoever is signed in; `password` is '' where there is none. */
export async function addPasskey(label: string, password: string): Promise<void> {
	const { options, state } = await api.post<Ceremony>(
		'me/passkeys/options',
		password === '' ? {} : { password },
	);
	const publicKey = creationOptions((options.publicKey ?? options) as PublicKeyCredentialCreationOptionsJSON);
	const credential = await asked(() => navigator.credentials.create({ publicKey }));
	await api.post('me/passkeys', { state, credential, label });
}

/** Signs in by a passkey, whosever it is. */
export async function signInByPasskey(): Promise<Player> {
	const { options, state } = await api.post<Ceremony>('sessions/passkey/options');
	const publicKey = requestOptions((options.publicKey ?? options) as PublicKeyCredentialRequestOptionsJSON);
	const credential = await asked(() => navigator.credentials.get({ publicKey }));
	const { player } = await api.post<{ player: Player }>('sessions/passkey', { state, credential });
	return player;
}

async function asked(question: () => Promise<Credential | null>): Promise<object> {
	const credential = await question().catch((cause: unknown) => {
		throw new PasskeyRefused('the browser gave no passkey', { cause });
	});
	if (!(credential instanceof PublicKeyCredential)) throw new PasskeyRefused('the browser gave no passkey');
	return answerOf(credential);
}

function creationOptions(json: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
	return {
		...(json as unknown as PublicKeyCredentialCreationOptions),
		challenge: bytesOf(json.challenge),
		user: { ...json.user, id: bytesOf(json.user.id) },
		excludeCredentials: (json.excludeCredentials ?? []).map(descriptor),
	};
}

function requestOptions(json: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
	return {
		...(json as unknown as PublicKeyCredentialRequestOptions),
		challenge: bytesOf(json.challenge),
		allowCredentials: (json.allowCredentials ?? []).map(descriptor),
	};
}

function descriptor({ id, type }: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor {
	return { id: bytesOf(id), type: type as PublicKeyCredentialType };
}

/** A credential as JSON. Not by its toJSON, which some browsers and keepers of passwords lack. */
function answerOf(credential: PublicKeyCredential): object {
	const { response } = credential;
	const parts: Record<string, string> = { clientDataJSON: textOf(response.clientDataJSON) };
	if (response instanceof AuthenticatorAttestationResponse) {
		parts.attestationObject = textOf(response.attestationObject);
	} else if (response instanceof AuthenticatorAssertionResponse) {
		parts.authenticatorData = textOf(response.authenticatorData);
		parts.signature = textOf(response.signature);
		if (response.userHandle) parts.userHandle = textOf(response.userHandle);
	}
	return {
		id: credential.id,
		rawId: textOf(credential.rawId),
		type: credential.type,
		response: parts,
		clientExtensionResults: credential.getClientExtensionResults(),
		...(credential.authenticatorAttachment && {
			authenticatorAttachment: credential.authenticatorAttachment,
		}),
	};
}

/** The bytes of a base64url text. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
	const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
	return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** Bytes as base64url. */
export function textOf(bytes: ArrayBuffer): string {
	const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
	return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
