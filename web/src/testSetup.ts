// Tests run in English, with all messages. The long timeout is for slow machines.
import languages from 'virtual:languages';
import { configure } from '@testing-library/svelte';
import { type Bundle, setLanguage, withWords } from './kernel/words/i18n.svelte';

configure({ asyncUtilTimeout: 60_000 });
const bundles = Object.keys(languages[0]?.load ?? {}) as Bundle[];
await withWords(bundles, setLanguage('en'));
