import { render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { expect, it } from 'vitest';
import Deferred from './Deferred.svelte';

function part(kind: string, text: string) {
	render(Deferred, { kind, children: createRawSnippet(() => ({ render: () => `<p>${text}</p>` })) });
}

it('renders the first of a kind in its own task and the rest at once', async () => {
	part('a', 'first');
	part('b', 'of another kind');
	expect(screen.queryByText('first')).toBeNull();
	expect(screen.queryByText('of another kind')).toBeNull();
	await screen.findByText('of another kind');
	screen.getByText('first');
	part('a', 'second');
	screen.getByText('second');
});
