// The English files define all messages: an unknown key is a type error.
import type analysis from '../../../../rulebook/words/en/analysis.json';
import type common from '../../../../rulebook/words/en/common.json';
import type learn from '../../../../rulebook/words/en/learn.json';
import type move from '../../../../rulebook/words/en/move.json';
import type online from '../../../../rulebook/words/en/online.json';
import type phrases from '../../../../rulebook/words/en/phrases.json';
import type play from '../../../../rulebook/words/en/play.json';
import type puzzles from '../../../../rulebook/words/en/puzzles.json';
import type table from '../../../../rulebook/words/en/table.json';

/** The key of a message. */
export type Key =
	| keyof typeof analysis
	| keyof typeof common
	| keyof typeof learn
	| keyof typeof move
	| keyof typeof online
	| keyof typeof phrases
	| keyof typeof play
	| keyof typeof puzzles
	| keyof typeof table;
