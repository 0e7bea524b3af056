// Replaces the engine in page tests: vi.mock('../engine', () =>
// import('./testing/engine')).
import { fakeRules } from '../../../match/local/testing/fakes';
import { fakeThinker } from './fakes';

export const rules = fakeRules();
export const thinker = fakeThinker();
