// Clocks without time: what each player has left follows from what was spent,
// and whoever asks says how much that is.

/** How much time each player is given. */
export interface TimeControl {
	minutes: number;
	/** Seconds that a player gets back with each move. */
	increment: number;
}

/** The clocks of a game, in milliseconds. */
export interface GameClock {
	control: TimeControl;
	/** What each seat had left when each ply began, the present one included: taking a move back gives its time back. */
	times: number[][];
	/** What the player to move has spent on the present ply so far. */
	spent: number;
}

/** Clocks at the beginning of a game. */
export function wound(control: TimeControl, seats: number): GameClock {
	return { control, times: [Array<number>(seats).fill(control.minutes * 60_000)], spent: 0 };
}

/** What a seat has left, of which the seat to move has spent something on the present ply. */
export function left(clock: GameClock, seat: number, toMove: number, spent = clock.spent): number {
	const atBegin = clock.times.at(-1)?.[seat] ?? 0;
	return Math.max(0, seat === toMove ? atBegin - spent : atBegin);
}

/** The clocks after a seat has moved. */
export function pressed(clock: GameClock, seat: number): GameClock {
	const before = clock.times.at(-1) ?? [];
	const after = before.map((time, other) =>
		other === seat ? left(clock, seat, seat) + clock.control.increment * 1000 : time,
	);
	return { ...clock, times: [...clock.times, after], spent: 0 };
}

/** The clocks as they were after a number of plies. */
export function turnedBack(clock: GameClock, plies: number): GameClock {
	return { ...clock, times: clock.times.slice(0, plies + 1), spent: 0 };
}

/** Time as people read it: "1:05:00", "4:59", and in the last ten seconds "9.3". */
export function timeText(milliseconds: number): string {
	if (milliseconds < 10_000) return (Math.ceil(milliseconds / 100) / 10).toFixed(1);
	const seconds = Math.ceil(milliseconds / 1000);
	const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	const two = (n: number) => String(n).padStart(2, '0');
	return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
