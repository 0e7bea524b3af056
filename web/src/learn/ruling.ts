const sign = '§';

/** Takes the sign of a ruling off a text that begins with it. */
export function splitRuling(text: string): { ruling: boolean; text: string } {
	const ruling = text.startsWith(sign);
	return { ruling, text: ruling ? text.slice(sign.length).trimStart() : text };
}
