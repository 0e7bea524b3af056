import { describe, expect, it } from 'vitest';
import { Api, ConnectionError, ProblemError, requestID } from './api';

interface Sent {
	url: string;
	body: Record<string, unknown>;
}

/** A server that answers with what it is given, one after the other; an error is a lost connection. */
function fakeServer(answers: (Response | Error)[]) {
	const sent: Sent[] = [];
	const waits: number[] = [];
	const api = new Api(
		async (url, request) => {
			sent.push({ url, body: JSON.parse(String(request?.body ?? '{}')) });
			const answer = answers.shift();
			if (answer instanceof Error || answer === undefined) throw answer ?? new Error('nobody there');
			return answer;
		},
		async (milliseconds) => {
			waits.push(milliseconds);
		},
	);
	return { api, sent, waits };
}

const cut = () => new TypeError('network');
const ok = (body: object) => Response.json(body);
const no = (status: number, body: object, headers: Record<string, string> = {}) =>
	new Response(JSON.stringify(body), { status, headers });

async function caught(work: Promise<unknown>): Promise<unknown> {
	return work.then(
		() => null,
		(error: unknown) => error,
	);
}

describe('a command', () => {
	it('is sent again under the same id when its answer is lost', async () => {
		const { api, sent, waits } = fakeServer([cut(), cut(), ok({ table: 't', seq: 3 })]);
		expect(await api.post('tables/t/move', { ply: 2, move: 'S@a1' })).toEqual({ table: 't', seq: 3 });
		expect(new Set(sent.map(({ body }) => body.request)).size).toBe(1);
		expect(sent).toHaveLength(3);
		expect(sent[0]?.url).toBe('./api/v1/tables/t/move');
		expect(waits).toHaveLength(2);
	});

	it('that never gets an answer can be gone on with under its id', async () => {
		const { api, sent } = fakeServer([cut(), cut(), cut(), ok({})]);
		const request = requestID();
		expect(await caught(api.post('tables/t/move', {}, request))).toBeInstanceOf(ConnectionError);
		await api.post('tables/t/move', {}, request);
		expect(sent.map(({ body }) => body.request)).toEqual(Array(4).fill(request));
	});

	it('that is refused is not sent again', async () => {
		const problem = { status: 409, code: 'move.stale', detail: '3 moves', params: { ply: '3' } };
		const { api, sent } = fakeServer([no(409, problem)]);
		const error = await caught(api.post('tables/t/move'));
		expect(error).toBeInstanceOf(ProblemError);
		expect(error).toMatchObject({ code: 'move.stale', text: '3 moves', params: { ply: '3' }, status: 409 });
		expect(sent).toHaveLength(1);
	});
});

it('two requests have two ids, of letters and digits', () => {
	expect(requestID()).toMatch(/^[0-9a-f]{32}$/);
	expect(requestID()).not.toBe(requestID());
});

it('a server that has too much to do says when to come back', async () => {
	const { api } = fakeServer([no(429, { code: 'api.often' }, { 'Retry-After': '7' })]);
	expect(await caught(api.get('lobby'))).toMatchObject({
		code: 'api.often',
		retryAfter: 7000,
		passing: true,
	});
});

it('an answer of somebody else in between is a problem as well', async () => {
	const { api } = fakeServer([
		new Response('<h1>Bad gateway</h1>', { status: 502 }),
		new Response('<h1>Hi</h1>'),
	]);
	expect(await caught(api.get('lobby'))).toMatchObject({ code: 'http.502', passing: true });
	expect(await caught(api.get('lobby'))).toBeInstanceOf(ConnectionError);
});

it('no content is an answer', async () => {
	const { api } = fakeServer([new Response(null, { status: 204 })]);
	expect(await api.delete('sessions/current')).toBeUndefined();
});
