// Takes the place of the engine in tests of pages: vi.mock('../engine', () => import('./testing/engine')).
import { fakeRules, fakeThinker } from './fakes';

export const rules = fakeRules();
export const thinker = fakeThinker();
