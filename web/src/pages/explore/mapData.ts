/** The figures of one game, from the files GAME-….csv in docs/data (build/maps.ts). */
export interface MapData {
	/** By number of pieces on the board, the fewest first. */
	layers: { pieces: number; won: number; drawn: number; lost: number }[];
	/** The longest wins by number of pieces: `value` is that of the position, "win 11" or "loss 10". */
	films: { pieces: number; value: string; position: string; line: string[] }[];
	/** Positions with one winning move, the easiest first; `turns` until the end, or 0 if that is not known. */
	onlyWins: { position: string; move: string; turns: number }[];
}
