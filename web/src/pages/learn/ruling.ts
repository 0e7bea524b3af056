const sign = '§';

/** Removes the sign of a ruling from the start of a text. */
export function splitRuling(text: string): { ruling: boolean; text: string } {
	const ruling = text.startsWith(sign);
	return { ruling, text: ruling ? text.slice(sign.length).trimStart() : text };
}
