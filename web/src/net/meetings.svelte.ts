// Challenges by and to the player on this device, and requests to become friends. A page
// asks now and then while somebody looks at it.

import { api } from './api';
import { InOrder } from './inOrder';
import { isRegistered, me } from './me.svelte';
import { online } from './presence.svelte';
import type { Challenge, Challenges } from './types';

/** Somebody waits for the answer, so it is more often than for turns. */
const every = 15_000;
/** How often it is asked, and for how long, after a challenge was sent: bots answer at once. */
const soon = 2000;
const soonFor = 60_000;

let challenges = $state.raw<Challenge[]>([]);
let asks = $state(0);
const order = new InOrder();
/** Challenges that were sent from this page, and whose answer is awaited. */
const sent = new Set<string>();
/** What to do with their answers, while somebody watches. */
let answers: Answers | undefined;
/** Asks more often for a while. */
let hurry = () => {};

export const meetings = {
	/** Challenges that wait for an answer of mine. */
	get incoming(): Challenge[] {
		return challenges.filter(({ state, to }) => state === 'pending' && to.id === me.player?.id);
	},
	/** My own challenges that wait for an answer. */
	get outgoing(): Challenge[] {
		return challenges.filter(({ state, by }) => state === 'pending' && by.id === me.player?.id);
	},
	/** How many players ask to become friends. */
	get asks(): number {
		return asks;
	},
};

/** What to do with answers to challenges that were sent from this page. */
export interface Answers {
	accepted: (challenge: Challenge & { table: string }) => void;
	declined: (challenge: Challenge) => void;
}

/** Notes that this page waits for the answer to a challenge. */
export function awaitAnswer(challenge: Challenge): void {
	sent.add(challenge.id);
	order.forget();
	challenges = [challenge, ...challenges];
	hurry();
}

/** Asks the server. */
export async function refreshMeetings(): Promise<void> {
	const isNews = order.ask();
	const news = await api.get<Challenges>('me/challenges');
	if (!isNews()) return;
	challenges = news.challenges;
	asks = news.asks;
	for (const challenge of challenges) {
		if (!sent.has(challenge.id) || challenge.state === 'pending') continue;
		sent.delete(challenge.id);
		if (challenge.table) answers?.accepted({ ...challenge, table: challenge.table });
		else answers?.declined(challenge);
	}
}

/** Asks now and then; the returned function stops. */
export function watchMeetings(whatToDo: Answers): () => void {
	answers = whatToDo;
	const ask = () => {
		if (document.visibilityState === 'visible') refreshMeetings().catch(() => {}); // It is asked again soon.
	};
	const stop = $effect.root(() => {
		const player = $derived(isRegistered(me.player) && online.available ? me.player?.id : undefined);
		$effect(() => {
			challenges = [];
			asks = 0;
			order.forget();
			if (player === undefined) return;
			ask();
			const timer = setInterval(ask, every);
			let hurried: ReturnType<typeof setInterval> | undefined;
			hurry = () => {
				clearInterval(hurried);
				const since = Date.now();
				hurried = setInterval(() => {
					if (sent.size === 0 || Date.now() - since > soonFor) clearInterval(hurried);
					else ask();
				}, soon);
			};
			document.addEventListener('visibilitychange', ask);
			return () => {
				hurry = () => {};
				clearInterval(timer);
				clearInterval(hurried);
				document.removeEventListener('visibilitychange', ask);
			};
		});
	});
	return () => {
		answers = undefined;
		stop();
	};
}
