import { expect, test } from 'vitest';
import { Api } from './api';
import { noteAnswer, withSeen } from './seen';

test('reading a table says what was acknowledged', () => {
	expect(withSeen('tables/a')).toBe('tables/a');
	noteAnswer({ table: 'a', seq: 7 });
	noteAnswer({ table: 'a', seq: 5 });
	expect(withSeen('tables/a')).toBe('tables/a?seen=7');
	expect(withSeen('tables/a/events')).toBe('tables/a/events?seen=7');
	expect(withSeen('tables/a/record')).toBe('tables/a/record?seen=7');
	expect(withSeen('tables/a/move')).toBe('tables/a/move');
	expect(withSeen('tables/b')).toBe('tables/b');
	expect(withSeen('lobby')).toBe('lobby');
});

test('other answers are none', () => {
	for (const answer of [undefined, null, 'a', { table: { id: 'c' }, seq: 1 }, { table: 'c' }])
		noteAnswer(answer);
	expect(withSeen('tables/c')).toBe('tables/c');
});

test('tables that were not used for long are forgotten', () => {
	noteAnswer({ table: 'old', seq: 1 });
	for (let i = 0; i < 50; i++) noteAnswer({ table: `t${i}`, seq: 1 });
	expect(withSeen('tables/old')).toBe('tables/old');
	expect(withSeen('tables/t49')).toBe('tables/t49?seen=1');
});

test('a command is followed by what it led to', async () => {
	const urls: string[] = [];
	const api = new Api(async (url) => {
		urls.push(url);
		return Response.json({ table: 'own', seq: 9 });
	});
	await api.post('tables/own/move', {});
	await api.get('tables/own');
	expect(urls).toEqual(['./api/v1/tables/own/move', './api/v1/tables/own?seen=9']);
});
