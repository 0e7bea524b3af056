// What the account page does. Every change is the server's; afterwards it is
// asked what it knows now.

import { api } from '../net/api';
import { remember, whoAmI } from '../net/me.svelte';
import type { Me, Player } from '../net/types';
import { addPasskey, signInByPasskey } from './passkeys';

export class Account {
	#known = $state.raw<Me | null>(null);
	#looked = $state(false);

	/** What the server knows; null for somebody new, and until it was asked. */
	get known(): Me | null {
		return this.#known;
	}

	/** Whether the server was asked. */
	get looked(): boolean {
		return this.#looked;
	}

	async look(): Promise<void> {
		this.#known = (await whoAmI()) ? await api.get<Me>('me') : null;
		if (this.#known) remember(this.#known.player);
		this.#looked = true;
	}

	async #become(player: Player): Promise<void> {
		remember(player);
		await this.look();
	}

	async beGuest(name: string): Promise<void> {
		await this.#become((await api.post<{ player: Player }>('guests', { name })).player);
	}

	async signIn(name: string, password: string): Promise<void> {
		await this.#become((await api.post<{ player: Player }>('sessions', { name, password })).player);
	}

	async signInByPasskey(): Promise<void> {
		await this.#become(await signInByPasskey());
	}

	async signOut(everywhere: boolean): Promise<void> {
		await api.delete(everywhere ? 'sessions' : 'sessions/current');
		this.#leave();
	}

	async rename(name: string): Promise<void> {
		await api.patch('me', { name });
		await this.look();
	}

	/** Sets a password; `current` is '' where there is none yet. */
	async setPassword(password: string, current: string): Promise<void> {
		await api.put('me/password', { password, ...(current !== '' && { current }) });
		await this.look();
	}

	/** Makes a passkey; `password` is '' where there is none. */
	async addPasskey(label: string, password: string): Promise<void> {
		await addPasskey(label, password);
		await this.look();
	}

	async removePasskey(id: string): Promise<void> {
		await api.delete(`me/passkeys/${encodeURIComponent(id)}`);
		await this.look();
	}

	/** Makes a token for a program; it is told only now. `password` is '' where there is none. */
	async addToken(label: string, password: string): Promise<string> {
		const { token } = await api.post<{ token: string }>('me/tokens', {
			label,
			...(password !== '' && { password }),
		});
		await this.look();
		return token;
	}

	async removeToken(id: string): Promise<void> {
		await api.delete(`me/tokens/${encodeURIComponent(id)}`);
		await this.look();
	}

	/** Deletes everything; `password` is '' where there is none. */
	async erase(password: string): Promise<void> {
		await api.delete('me', password === '' ? {} : { password });
		this.#leave();
	}

	#leave(): void {
		remember(null);
		this.#known = null;
	}
}
