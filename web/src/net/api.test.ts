import { describe, expect, it } from 'vitest';
import { Api, ConnectionError, ProblemError, requestID } from './api';

interface Sent {
	url: string;
	body: Record<string, unknown>;
}

/** A server with prepared responses; an error is a lost connection. */
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
	it('is sent again with the same id when the response is lost', async () => {
		const { api, sent, waits } = fakeServer([cut(), cut(), ok({ table: 't', seq: 3 })]);
		expect(await api.post('tables/t/move', { ply: 2, move: 'S@a1' })).toEqual({ table: 't', seq: 3 });
		expect(new Set(sent.map(({ body }) => body.request)).size).toBe(1);
		expect(sent).toHaveLength(3);
		expect(sent[0]?.url).toBe('./api/v1/tables/t/move');
		expect(waits).toHaveLength(2);
	});

	it('that never gets a response can be retried with its id', async () => {
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

it('request ids are unique and alphanumeric', () => {
	expect(requestID()).toMatch(/^[0-9a-f]{32}$/);
	expect(requestID()).not.toBe(requestID());
});

it('a busy server says when to retry', async () => {
	const { api } = fakeServer([no(429, { code: 'api.often' }, { 'Retry-After': '7' })]);
	expect(await caught(api.get('lobby'))).toMatchObject({
		code: 'api.often',
		retryAfter: 7000,
		temporary: true,
	});
});

it('a response from a proxy is a problem, too', async () => {
	const { api } = fakeServer([
		new Response('<h1>Bad gateway</h1>', { status: 502 }),
		new Response('<h1>Hi</h1>'),
	]);
	expect(await caught(api.get('lobby'))).toMatchObject({ code: 'http.502', temporary: true });
	expect(await caught(api.get('lobby'))).toBeInstanceOf(ConnectionError);
});

it('no content is a valid response', async () => {
	const { api } = fakeServer([new Response(null, { status: 204 })]);
	expect(await api.delete('sessions/current')).toBeUndefined();
});
