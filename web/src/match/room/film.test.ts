import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlyView } from '../../engine/protocol';
import { settings } from '../../kernel/settings.svelte';
import { Film } from './film.svelte';

const ply: PlyView = { seat: 0, text: 'S@a1', motions: [], cells: [], announces: false, position: '' };

/** A cursor at the end of a game of three moves. */
class Reel {
	plies = [ply, ply, ply];
	ply = 3;
	asked: number[] = [];
	/** Whether positions arrive at once. */
	prompt = true;
	goTo(to: number): void {
		this.asked.push(to);
		if (this.prompt) this.ply = to;
	}
}

let reel: Reel;
let film: Film;
let reduced = false;

beforeEach(() => {
	vi.useFakeTimers();
	reduced = false;
	vi.spyOn(window, 'matchMedia').mockImplementation(() => ({ matches: reduced }) as MediaQueryList);
	settings.animation = 'normal';
	reel = new Reel();
	film = new Film(() => reel);
});
afterEach(() => vi.useRealTimers());

it('plays the whole game from its end, and stops there', () => {
	film.toggle();
	expect(film.playing).toBe(true);
	expect(reel.asked).toEqual([0]);
	vi.runAllTimers();
	expect(reel.asked).toEqual([0, 1, 2, 3]);
	expect(film.playing).toBe(false);
});

it('plays on from the position on the board, whose next move comes at once', () => {
	reel.ply = 1;
	film.toggle();
	expect(reel.asked).toEqual([2]);
	vi.runAllTimers();
	expect(reel.asked).toEqual([2, 3]);
});

it('stops on request, and goes on from there', () => {
	film.toggle();
	vi.advanceTimersToNextTimer();
	film.toggle();
	expect(film.playing).toBe(false);
	vi.runAllTimers();
	expect(reel.asked).toEqual([0, 1]);
	film.toggle();
	expect(reel.asked).toEqual([0, 1, 2]);
});

it('waits for positions that are on their way', () => {
	reel.ply = 0;
	reel.prompt = false;
	film.toggle();
	vi.advanceTimersToNextTimer();
	vi.advanceTimersToNextTimer();
	expect(reel.asked).toEqual([1]);
	reel.ply = 1;
	vi.advanceTimersToNextTimer();
	expect(reel.asked).toEqual([1, 2]);
});

it('stops if another position is shown meanwhile', () => {
	film.toggle();
	reel.ply = 2;
	vi.runAllTimers();
	expect(reel.asked).toEqual([0]);
	expect(film.playing).toBe(false);
});

it('has nothing to show without moves', () => {
	reel.plies = [];
	reel.ply = 0;
	film.toggle();
	expect(film.playing).toBe(false);
});

it('follows the speed of animations, and goes on without them', () => {
	const timeOfStep = () => {
		reel.ply = 3;
		film.toggle();
		const before = Date.now();
		vi.advanceTimersToNextTimer();
		film.stop();
		return Date.now() - before;
	};
	const normal = timeOfStep();
	settings.animation = 'fast';
	expect(timeOfStep()).toBeLessThan(normal);
	settings.animation = 'slow';
	expect(timeOfStep()).toBeGreaterThan(normal);
	settings.animation = 'off';
	expect(timeOfStep()).toBe(normal);
	settings.animation = 'slow';
	reduced = true;
	expect(timeOfStep()).toBe(normal);
});
