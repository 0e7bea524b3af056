import { type Mock, vi } from 'vitest';

/** Holds the next answer of a method back until the returned function is called. */
export function later<T extends object, K extends keyof T & string>(target: T, method: K): () => void {
	const real = (target[method] as (...args: unknown[]) => Promise<unknown>).bind(target);
	let answer = () => {};
	const held = new Promise<void>((resolve) => {
		answer = resolve;
	});
	const spy = vi.spyOn(target as Record<string, () => unknown>, method) as unknown as Mock;
	spy.mockImplementationOnce(async (...args: unknown[]) => {
		await held;
		return real(...args);
	});
	return answer;
}
