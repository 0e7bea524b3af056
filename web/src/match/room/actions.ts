// What can be done with every game, wherever it comes from.

import { saveBoardImage } from '../../board/image';
import { rules } from '../../engine';
import type { MatchText } from '../../engine/protocol';
import { toast } from '../../kernel/announce.svelte';
import { downloadText } from '../../kernel/download';
import { fullscreen } from '../../kernel/fullscreen.svelte';
import { href } from '../../kernel/router.svelte';
import { t } from '../../kernel/words/i18n.svelte';
import type { Action, RoomController } from './controller';
import type { Film } from './film.svelte';

/** What the room itself does. */
export interface RoomTools {
	/** Contains the board. */
	board: () => Element | undefined;
	film: Film;
	zen: () => void;
	load: () => void;
}

async function saveRecord(match: MatchText, players: string[], tags: [string, string][]) {
	try {
		downloadText(`${match.game}.plateau`, await rules.writeRecord({ ...match, players }, tags));
	} catch {
		toast(t('play.failed'), 'error');
	}
}

async function savePicture(board: Element | undefined, name: string, format: 'svg' | 'png') {
	try {
		if (board) await saveBoardImage(board, name, format);
	} catch {
		toast(t('play.picture.failed'), 'error');
	}
}

/** Games that are over, and those that nobody plays any more, can be shown as a film. */
function withFilm({ actions, archived, result, cursor }: RoomController, film: Film): Action[] {
	if (!archived && result === null) return actions;
	const { playing } = film;
	const icon = playing ? 'pause' : 'play';
	const disabled = cursor.plies.length === 0;
	const action: Action = { id: 'film', icon, pressed: playing, disabled, run: () => film.toggle() };
	// Between the steps, if they are in the bar.
	const next = actions.findIndex(({ id }) => id === 'next');
	return next < 0 ? [...actions, action] : actions.toSpliced(next, 0, action);
}

/** The actions of a room, in their order. */
export function actionsOf(controller: RoomController, tools: RoomTools): Action[] {
	const { match, record } = controller;
	const picture = (id: 'svg' | 'png'): Action => ({
		id,
		run: () => void savePicture(tools.board(), match.game, id),
	});
	const save: Action =
		'href' in record
			? { id: 'save', href: record.href, download: true }
			: { id: 'save', run: () => void saveRecord(record.match ?? match, record.names, record.tags) };
	return [
		...withFilm(controller, tools.film),
		{ id: 'flip', run: () => controller.flip() },
		{ id: 'share', opens: 'share' },
		save,
		...(controller.loadsRecords ? [{ id: 'load', run: tools.load } as const] : []),
		picture('png'),
		picture('svg'),
		{ id: 'zen', run: tools.zen },
		...(fullscreen.possible
			? [{ id: 'fullscreen', pressed: fullscreen.on, run: fullscreen.toggle } as const]
			: []),
		// The game stays where it is: it is saved, and the way back leads to it.
		{ id: 'rules', href: href(`/learn/${match.game}`) },
		{ id: 'settings', href: href('/settings') },
		{ id: 'keys', opens: 'keys' },
	];
}
