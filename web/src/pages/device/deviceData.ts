// Everything that is stored on this device, as one file, and how to erase it.

import { eraseParts } from '../../engine/partStore';
import { allSaved, eraseSaved } from '../../kernel/storage';
import { localGames } from '../../match/local/games.svelte';
import { studies } from '../analysis/studies.svelte';

/** The file that people can take with them. */
export async function exportText(now: Date): Promise<string> {
	await Promise.all([localGames.load(), studies.load()]);
	const data = {
		plateau: 'device',
		version: 1,
		exported: now.toISOString(),
		games: localGames.all.map(({ id, game, changed }) => ({
			id,
			changed: new Date(changed).toISOString(),
			...game,
		})),
		studies: studies.all.map(({ id, value, changed }) => ({
			id,
			changed: new Date(changed).toISOString(),
			...value,
		})),
		stored: allSaved(),
	};
	return `${JSON.stringify(data, null, '\t')}\n`;
}

/** Erases everything. The page has to be loaded again afterwards. */
export async function eraseDevice(): Promise<void> {
	await Promise.all([localGames.erase(), studies.erase(), eraseParts()]);
	eraseSaved();
}
