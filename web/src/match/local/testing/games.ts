import { localGames } from '../games.svelte';

/** Deletes the games of earlier tests. */
export async function deleteGames(): Promise<void> {
	await localGames.load();
	for (const { id } of localGames.all) await localGames.delete(id);
}
