/** Whether everything is tested, however long it takes (`make test-full`), or a part that stands for it. */
export const full = process.env.PLATEAU_FULL === '1';

/** The name of a test that is skipped, with the reason that the run prints at its end. */
export function skipped(name: string, why: string): string {
	return `${name} (${why})`;
}

/** All cases in the full run, otherwise a few that stand for them. */
export function casesOf<T>(all: readonly T[], few: readonly T[]): readonly T[] {
	return full ? all : few;
}
