import { expect, test } from 'vitest';
import { secondsText, total } from './figures';

const turn = (took_ms: number, only = false, found = false) => ({ ply: 0, took_ms, only, found });
const figures = (turns: ReturnType<typeof turn>[], complete = true) => ({
	turns,
	only: 0,
	found: 0,
	only_took_ms: 0,
	others_took_ms: 0,
	complete,
});

test('several games are one sum with one median', () => {
	const all = [
		figures([turn(1000, true, true), turn(9000)]),
		figures(
			[turn(3000, true, true), turn(2000, true, true), turn(50_000, true), turn(7000), turn(8000)],
			false,
		),
	];
	expect(total(all)).toEqual({
		only: 4,
		found: 3,
		only_took_ms: 2000,
		others_took_ms: 8000,
		complete: false,
	});
	expect(total([])).toEqual({ only: 0, found: 0, only_took_ms: 0, others_took_ms: 0, complete: true });
	expect(secondsText(2140)).toMatch(/2[.,]1/);
	expect(secondsText(0)).toBe('–');
});
