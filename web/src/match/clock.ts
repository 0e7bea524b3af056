// Pure clocks: the caller measures time, and says how much was spent.

/** The time for each player. */
export interface TimeControl {
	minutes: number;
	/** Seconds added after each move. */
	increment: number;
}

/** The clocks of a game, in milliseconds. */
export interface GameClock {
	control: TimeControl;
	/** The time of each seat at the start of each ply, including the current one. Taking back a move restores its time. */
	times: number[][];
	/** What the player to move has spent on the current ply so far. */
	spent: number;
}

/** The clocks at the start of a game. */
export function newClock(control: TimeControl, seats: number): GameClock {
	return { control, times: [Array<number>(seats).fill(control.minutes * 60_000)], spent: 0 };
}

/** The time a seat has left; `spent` is what the seat to move has used on the current ply. */
export function timeLeft(clock: GameClock, seat: number, toMove: number, spent = clock.spent): number {
	const atStart = clock.times.at(-1)?.[seat] ?? 0;
	return Math.max(0, seat === toMove ? atStart - spent : atStart);
}

/** The clocks after a seat has moved. */
export function afterMove(clock: GameClock, seat: number): GameClock {
	const before = clock.times.at(-1) ?? [];
	const after = before.map((time, other) =>
		other === seat ? timeLeft(clock, seat, seat) + clock.control.increment * 1000 : time,
	);
	return { ...clock, times: [...clock.times, after], spent: 0 };
}

/** The clocks after a number of plies. */
export function rewind(clock: GameClock, plies: number): GameClock {
	return { ...clock, times: clock.times.slice(0, plies + 1), spent: 0 };
}

/** How long a clock that runs goes on looking the same (`clockText`), in milliseconds. */
export function unchangedFor(milliseconds: number): number {
	const unit = milliseconds <= 10_000 ? 100 : 1000;
	return Math.ceil(milliseconds - (Math.ceil(milliseconds / unit) - 1) * unit);
}

/** Time for display: "1:05:00", "4:59", and in the last ten seconds "9.3". */
export function clockText(milliseconds: number): string {
	if (milliseconds < 10_000) return (Math.ceil(milliseconds / 100) / 10).toFixed(1);
	const seconds = Math.ceil(milliseconds / 1000);
	const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	const two = (n: number) => String(n).padStart(2, '0');
	return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
