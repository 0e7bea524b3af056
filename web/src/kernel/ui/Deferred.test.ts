import { render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { deferral } from '../tasks';
import Deferred from './Deferred.svelte';

afterEach(() => {
	deferral.immediate = true;
});

function part(kind: string, text: string) {
	render(Deferred, { kind, children: createRawSnippet(() => ({ render: () => `<p>${text}</p>` })) });
}

it('renders the first of a kind in its own task and the rest at once', async () => {
	deferral.immediate = false;
	part('a', 'first');
	part('b', 'of another kind');
	expect(screen.queryByText('first')).toBeNull();
	expect(screen.queryByText('of another kind')).toBeNull();
	await screen.findByText('of another kind');
	screen.getByText('first');
	part('a', 'second');
	screen.getByText('second');
});
