/** Whether the user asks to load no more than needed. Not all browsers tell. */
export function savesData(): boolean {
	const { connection } = navigator as { connection?: { saveData?: boolean } };
	return connection?.saveData === true;
}
