// Tests speak English, and a slow machine is no failure.
import { configure } from '@testing-library/svelte';
import { speak } from './words.svelte';

configure({ asyncUtilTimeout: 20_000 });
await speak('en');
