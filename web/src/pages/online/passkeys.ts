// Passkeys (WebAuthn). The server sends the options as JSON, with bytes as base64url,
// and gets the credential in the same form.

import { api } from '../../net/api';
import type { Player } from '../../net/types';

interface Ceremony {
	options: { publicKey?: object } & Record<string, unknown>;
	/** Links the response to the options. */
	state: string;
}

/** Whether passkeys work here: they need a secure context and a host name. */
export function passkeysWork(): boolean {
	return (
		window.isSecureContext &&
		!/^[\d.]+$|:/.test(location.hostname) &&
		typeof PublicKeyCredential === 'function' &&
		typeof navigator.credentials?.create === 'function'
	);
}

/** Thrown when the browser's dialog was closed or found no passkey. */
export class PasskeyRefused extends Error {}

/** What a request that outlasts the session has as proof: a password, or the answer of a passkey. */
export interface Proof {
	password?: string;
	passkey?: { state: string; credential: object };
}

/** Proves with a passkey who asks. It is good for one request. */
export async function proveByPasskey(): Promise<Proof> {
	const { options, state } = await api.post<Ceremony>('me/proof/options');
	const publicKey = requestOptions((options.publicKey ?? options) as PublicKeyCredentialRequestOptionsJSON);
	const credential = await requestCredential(() => navigator.credentials.get({ publicKey }));
	return { passkey: { state, credential } };
}

/** Creates a passkey for the signed-in player. */
export async function addPasskey(label: string, proof: Proof): Promise<void> {
	const { options, state } = await api.post<Ceremony>('me/passkeys/options', proof);
	const publicKey = creationOptions((options.publicKey ?? options) as PublicKeyCredentialCreationOptionsJSON);
	const credential = await requestCredential(() => navigator.credentials.create({ publicKey }));
	await api.post('me/passkeys', { state, credential, label });
}

/** Signs in with any passkey. */
export async function signInByPasskey(): Promise<Player> {
	const { options, state } = await api.post<Ceremony>('sessions/passkey/options');
	const publicKey = requestOptions((options.publicKey ?? options) as PublicKeyCredentialRequestOptionsJSON);
	const credential = await requestCredential(() => navigator.credentials.get({ publicKey }));
	const { player } = await api.post<{ player: Player }>('sessions/passkey', { state, credential });
	return player;
}

async function requestCredential(request: () => Promise<Credential | null>): Promise<object> {
	const credential = await request().catch((cause: unknown) => {
		throw new PasskeyRefused('the browser gave no passkey', { cause });
	});
	if (!(credential instanceof PublicKeyCredential)) throw new PasskeyRefused('the browser gave no passkey');
	return credentialJSON(credential);
}

function creationOptions(json: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
	return {
		...(json as unknown as PublicKeyCredentialCreationOptions),
		challenge: fromBase64url(json.challenge),
		user: { ...json.user, id: fromBase64url(json.user.id) },
		excludeCredentials: (json.excludeCredentials ?? []).map(descriptor),
	};
}

function requestOptions(json: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
	return {
		...(json as unknown as PublicKeyCredentialRequestOptions),
		challenge: fromBase64url(json.challenge),
		allowCredentials: (json.allowCredentials ?? []).map(descriptor),
	};
}

function descriptor({ id, type }: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor {
	return { id: fromBase64url(id), type: type as PublicKeyCredentialType };
}

/** A credential as JSON. Some browsers and password managers do not implement toJSON. */
function credentialJSON(credential: PublicKeyCredential): object {
	const { response } = credential;
	const parts: Record<string, string> = { clientDataJSON: toBase64url(response.clientDataJSON) };
	if (response instanceof AuthenticatorAttestationResponse) {
		parts.attestationObject = toBase64url(response.attestationObject);
	} else if (response instanceof AuthenticatorAssertionResponse) {
		parts.authenticatorData = toBase64url(response.authenticatorData);
		parts.signature = toBase64url(response.signature);
		if (response.userHandle) parts.userHandle = toBase64url(response.userHandle);
	}
	return {
		id: credential.id,
		rawId: toBase64url(credential.rawId),
		type: credential.type,
		response: parts,
		clientExtensionResults: credential.getClientExtensionResults(),
		...(credential.authenticatorAttachment && {
			authenticatorAttachment: credential.authenticatorAttachment,
		}),
	};
}

/** Decodes base64url. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
	const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
	return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** Encodes as base64url. */
export function toBase64url(bytes: ArrayBuffer): string {
	const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
	return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
