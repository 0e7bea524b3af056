import { render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { parts } from '../tasks';
import Deferred from './Deferred.svelte';

afterEach(() => {
	parts.atOnce = true;
});

function part(kind: string, text: string) {
	render(Deferred, { kind, children: createRawSnippet(() => ({ render: () => `<p>${text}</p>` })) });
}

it('draws the first of a kind in a task of its own, and those after it at once', async () => {
	parts.atOnce = false;
	part('a', 'first');
	part('b', 'of another kind');
	expect(screen.queryByText('first')).toBeNull();
	expect(screen.queryByText('of another kind')).toBeNull();
	await screen.findByText('of another kind');
	screen.getByText('first');
	part('a', 'second');
	screen.getByText('second');
});
