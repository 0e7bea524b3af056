import type { Ending } from '../engine/protocol';

/** All ways in which a game ends before the rules end it, by its players or by a referee of programs. */
const closings: readonly Ending[] = [
	'resignation',
	'timeout',
	'agreement',
	'crash',
	'illegal-move',
	'adjudication',
	'adjudication-draw',
	'too-long',
];

export function isClosing(how: unknown): how is Ending {
	return closings.some((one) => one === how);
}
