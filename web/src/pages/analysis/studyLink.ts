// A study in a link or a file. A link holds all of it, so that it needs no server:
//
//	z…    deflated JSON, in base64url
//	p…    plain JSON, in base64url, where the browser cannot compress
//
// Both come from anybody. Whatever they contain, the answer is a study or a reason.

import { asStudy, limits, type StudyText } from './studyText';

/** Why something is no study. */
export type StudyFault = 'tooLarge' | 'unreadable' | 'unsupported';

export class StudyError extends Error {
	constructor(readonly fault: StudyFault) {
		super(`no study: ${fault}`);
		this.name = 'StudyError';
	}
}

/** The longest study in a link: some chats and mail programs cut what is longer. */
export const longestLink = 8000;

const format = 'deflate-raw';

/** A study as part of a link. */
export async function encodeStudy(study: StudyText): Promise<string> {
	const plain = new TextEncoder().encode(JSON.stringify(study));
	const text =
		typeof CompressionStream === 'function'
			? `z${toBase64(await bytesOf(through(plain, new CompressionStream(format)), limits.file))}`
			: `p${toBase64(plain)}`;
	if (text.length > longestLink) throw new StudyError('tooLarge');
	return text;
}

/** The study in a link. */
export async function decodeStudy(text: string): Promise<StudyText> {
	if (text.length > limits.file) throw new StudyError('tooLarge');
	const bytes = fromBase64(text.slice(1));
	if (text.startsWith('p')) return readStudy(decodeText(bytes));
	if (!text.startsWith('z')) throw new StudyError('unreadable');
	if (typeof DecompressionStream !== 'function') throw new StudyError('unsupported');
	return readStudy(decodeText(await inflated(bytes)));
}

/** The study in a file. */
export function readStudy(text: string): StudyText {
	if (text.length > limits.file) throw new StudyError('tooLarge');
	const study = asStudy(parsed(text));
	if (!study) throw new StudyError('unreadable');
	return study;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new StudyError('unreadable');
	}
}

/** A study as a file. */
export function writeStudy(study: StudyText): string {
	return `${JSON.stringify(study, null, '\t')}\n`;
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
	try {
		return await bytesOf(through(bytes, new DecompressionStream(format)), limits.file);
	} catch (error) {
		throw error instanceof StudyError ? error : new StudyError('unreadable');
	}
}

function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
	const writer = stream.writable.getWriter();
	// Errors are those of reading.
	writer.write(bytes).catch(() => {});
	writer.close().catch(() => {});
	return stream.readable as ReadableStream<Uint8Array>;
}

/** A few bytes can be deflated from very many, so reading stops in time. */
async function bytesOf(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
	const reader = stream.getReader();
	const chunks: Uint8Array[] = [];
	let length = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		length += value.length;
		if (length > most) {
			reader.cancel().catch(() => {});
			throw new StudyError('tooLarge');
		}
		chunks.push(value);
	}
	const all = new Uint8Array(length);
	let at = 0;
	for (const chunk of chunks) {
		all.set(chunk, at);
		at += chunk.length;
	}
	return all;
}

function toBase64(bytes: Uint8Array): string {
	const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
	return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
	try {
		const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
		return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
	} catch {
		throw new StudyError('unreadable');
	}
}

function decodeText(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		throw new StudyError('unreadable');
	}
}
