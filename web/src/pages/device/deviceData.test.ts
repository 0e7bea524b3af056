// Runs alone: nothing is saved after everything was erased.
import { beforeEach, expect, it } from 'vitest';
import { save } from '../../kernel/storage';
import { localGames } from '../../match/local/games.svelte';
import { defaultSetup, newGame } from '../../match/local/setup';
import { quantik } from '../../match/local/testing/fakes';
import { studies } from '../analysis/studies.svelte';
import type { StudyText } from '../analysis/studyText';
import { eraseDevice, exportText } from './deviceData';

const study: StudyText = {
	plateau: 'study',
	version: 1,
	name: 'Mine',
	game: 'quantik',
	start: '',
	players: [],
	closing: null,
	moves: [{ after: 0, move: 'S@a1', comment: 'Good.' }],
};

beforeEach(() => localStorage.clear());

it('exports and erases games, studies, progress and settings', async () => {
	const game = newGame(quantik, defaultSetup(quantik), {
		random: () => 0,
		today: () => new Date(2026, 10, 15),
	});
	await localGames.start(game);
	await studies.add(study);
	save('puzzles', { solved: { quixo: ['a'] } });
	const data = JSON.parse(await exportText(new Date(0)));
	expect(data).toMatchObject({
		plateau: 'device',
		exported: '1970-01-01T00:00:00.000Z',
		games: [{ date: '2026-11-15', match: { game: 'quantik' } }],
		studies: [study],
		stored: { puzzles: { solved: { quixo: ['a'] } } },
	});
	await eraseDevice();
	const left = JSON.parse(await exportText(new Date(0)));
	expect([left.games, left.studies, left.stored]).toEqual([[], [], {}]);
});
