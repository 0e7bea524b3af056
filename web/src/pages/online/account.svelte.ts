// The state of the account page. Every change is made on the server; then the account
// is loaded again.

import { api, ConnectionError, ProblemError } from '../../net/api';
import { InOrder } from '../../net/inOrder';
import { me, setPlayer, whoAmI } from '../../net/me.svelte';
import type { Me, Player } from '../../net/types';
import { addPasskey, type Proof, proveByPasskey, signInByPasskey } from './passkeys';

export class Account {
	#me = $state.raw<Me | null>(null);
	#loaded = $state(false);
	#order = new InOrder();

	/** null for a new visitor, and until it is loaded. */
	get me(): Me | null {
		return this.#me;
	}

	/** Whether the server has been asked. */
	get loaded(): boolean {
		return this.#loaded;
	}

	async load(): Promise<void> {
		const isNews = this.#order.ask();
		const found = (await whoAmI()) ? await api.get<Me>('me') : null;
		if (!isNews()) return;
		this.#me = found;
		if (found) setPlayer(found.player);
		this.#loaded = true;
	}

	/** Loads the account after a change, which was made even if that fails: its secret must be shown, and no error. */
	async #reload(): Promise<void> {
		try {
			await this.load();
		} catch (error) {
			if (!(error instanceof ConnectionError || error instanceof ProblemError)) throw error;
		}
	}

	/** The proof that the account needs for what outlasts the session; guests have none. */
	async #proof(password: string): Promise<Proof> {
		if (password !== '') return { password };
		return this.#me && !this.#me.password && this.#me.passkeys.length > 0 ? proveByPasskey() : {};
	}

	async #signedIn(player: Player): Promise<void> {
		setPlayer(player);
		await this.load();
	}

	async continueAsGuest(name: string): Promise<void> {
		await this.#signedIn((await api.post<{ player: Player }>('guests', { name })).player);
	}

	/**
	 * Creates an account. If the server refuses the password, the visitor is a guest already, whom the
	 * next attempt renames.
	 */
	async register(name: string, password: string): Promise<void> {
		if (me.player === null) setPlayer((await api.post<{ player: Player }>('guests', { name })).player);
		else if (me.player.name !== name) await api.patch('me', { name });
		await api.put('me/password', { password });
		await this.load();
	}

	async signIn(name: string, password: string): Promise<void> {
		await this.#signedIn((await api.post<{ player: Player }>('sessions', { name, password })).player);
	}

	async signInByPasskey(): Promise<void> {
		await this.#signedIn(await signInByPasskey());
	}

	async signOut(everywhere: boolean): Promise<void> {
		await api.delete(everywhere ? 'sessions' : 'sessions/current');
		this.#signedOut();
	}

	async rename(name: string): Promise<void> {
		await api.patch('me', { name });
		await this.#reload();
	}

	/** Sets a password; `current` is '' if there is none yet. */
	async setPassword(password: string, current: string): Promise<void> {
		const { password: known, passkey } = await this.#proof(current);
		await api.put('me/password', { password, ...(known && { current: known }), ...(passkey && { passkey }) });
		await this.#reload();
	}

	/** Declares the account a bot forever. `password` is '' if there is none. */
	async declareBot(password: string): Promise<void> {
		await api.post('me/bot', await this.#proof(password));
		await this.#reload();
	}

	/** Makes new recovery codes, which are shown only now. `password` is '' if there is none. */
	async newRecoveryCodes(password: string): Promise<string[]> {
		const { codes } = await api.post<{ codes: string[] }>('me/recovery-codes', await this.#proof(password));
		await this.#reload();
		return codes;
	}

	/** Signs in with a recovery code, and sets a password. */
	async recover(name: string, code: string, password: string): Promise<void> {
		const { player } = await api.post<{ player: Player }>('sessions/recovery', { name, code, password });
		await this.#signedIn(player);
	}

	/** Creates a passkey; `password` is '' if there is none. */
	async addPasskey(label: string, password: string): Promise<void> {
		await addPasskey(label, await this.#proof(password));
		await this.#reload();
	}

	async removePasskey(id: string): Promise<void> {
		await api.delete(`me/passkeys/${encodeURIComponent(id)}`);
		await this.load();
	}

	/** Adds a public SSH key; `password` is '' if there is none. */
	async addSshKey(key: string, label: string, password: string): Promise<void> {
		await api.post('me/ssh-keys', { key, label, ...(await this.#proof(password)) });
		await this.#reload();
	}

	async removeSshKey(id: string): Promise<void> {
		await api.delete(`me/ssh-keys/${encodeURIComponent(id)}`);
		await this.load();
	}

	/**
	 * Creates a token for a program and returns its secret, which is shown only now. `password` is '' if
	 * there is none; with 0 days it does not end by itself.
	 */
	async addToken(label: string, days: number, password: string): Promise<string> {
		const { token } = await api.post<{ token: string }>('me/tokens', {
			label,
			...(days > 0 && { days }),
			...(await this.#proof(password)),
		});
		await this.#reload();
		return token;
	}

	async removeToken(id: string): Promise<void> {
		await api.delete(`me/tokens/${encodeURIComponent(id)}`);
		await this.load();
	}

	async removeDevice(id: string): Promise<void> {
		await api.delete(`me/devices/${encodeURIComponent(id)}`);
	}

	/** Deletes the account; `password` is '' if there is none. */
	async deleteAccount(password: string): Promise<void> {
		await api.delete('me', await this.#proof(password));
		this.#signedOut();
	}

	#signedOut(): void {
		this.#order.forget();
		setPlayer(null);
		this.#me = null;
	}
}
