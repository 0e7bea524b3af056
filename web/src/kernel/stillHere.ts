import { onDestroy } from 'svelte';

/** Says whether the component that is being made is still there: answers may come after it. */
export function stillHere(): () => boolean {
	let here = true;
	onDestroy(() => {
		here = false;
	});
	return () => here;
}
