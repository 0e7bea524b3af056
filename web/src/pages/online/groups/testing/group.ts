// A class with a teacher and a pupil, on a server of its own.

import { vi } from 'vitest';
import { go } from '../../../../kernel/router.svelte';
import { setPlayer } from '../../../../net/me.svelte';
import { ann, FakeServer, reset } from '../../testing/server';
import { keepCards } from '../cards.svelte';

export const teacher = { ...ann, registered: true };
export const emma = { id: 'emma', name: 'Emma', registered: true, since: ann.since };
export const bea = { id: 'bea', name: 'Bea', registered: true, since: ann.since };
export const group = {
	id: 'g',
	name: 'Class 5b',
	chat: 'free',
	contact: 'group',
	since: ann.since,
	role: 'leader',
};
export const page = {
	group,
	members: [
		{ player: teacher, role: 'leader', since: ann.since, here: true },
		{ player: emma, role: 'member', since: ann.since, here: false, managed: true, card: true },
	],
};
export const card = {
	player: 'emma',
	name: 'Emma',
	code: 'k7fm-2xqp-9wra-h3td',
	link: 'http://x.example/#/enter/k7fm-2xqp-9wra-h3td',
	qr: { size: 41, path: 'M4 4h7v1h-7z' },
};

/** The server of the current test. */
export let server: FakeServer;

/** Before each test: the teacher looks at the class. Returns what ends it. */
export function signIn(): () => void {
	reset();
	setPlayer(teacher);
	server = new FakeServer();
	server.answer('GET me', { player: teacher, chat: 'free' });
	server.answer('GET groups/g', page);
	server.answer('GET invitations', { invitations: [] });
	server.answer('GET tournaments', { tournaments: [] });
	server.answer('GET groups/g/tables', { tables: [] });
	for (const game of ['quantik', 'pivot', 'quixo', 'quixo4p'])
		server.answer(`GET groups/g/leaderboard/${game}`, { standings: [] });
	keepCards('', []);
	go('/groups/g');
	return () => vi.unstubAllGlobals();
}
