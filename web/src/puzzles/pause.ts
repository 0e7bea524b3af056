/** Lets people see one move before the next comes. */
export function pause(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, 800));
}
