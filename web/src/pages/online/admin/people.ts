import type { Summary } from '../../../net/types';
import { sitterName } from '../format';

/** Who sits at a table: "Ann, Computer 3, –". */
export function peopleText({ sitters }: Summary): string {
	return sitters.map((sitter) => (sitter.player || sitter.level ? sitterName(sitter) : '–')).join(', ');
}
