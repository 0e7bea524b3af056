// Tests speak English and see whole pages, and a slow machine is no failure.
import { configure } from '@testing-library/svelte';
import { parts } from './app/tasks';
import { speak } from './i18n/i18n.svelte';

configure({ asyncUtilTimeout: 20_000 });
parts.atOnce = true;
await speak('en');
