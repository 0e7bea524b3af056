import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { MapData } from '../src/pages/explore/mapData.ts';

const list = 'virtual:maps';
const prefix = 'virtual:maps/';

type Row = Record<string, string>;

/** The rows of a table by the names of its columns. No value in our files is quoted. */
export function readTable(text: string): Row[] {
	const [head = '', ...rows] = text.trim().split(/\r?\n/);
	const names = head.split(',');
	return rows.map((row) => {
		const values = row.split(',');
		if (values.length !== names.length || row.includes('"')) throw new Error(`cannot read the row: ${row}`);
		return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));
	});
}

/** Layers are counted by pieces, cards or marks: by the first column. */
export function layersOf(rows: Row[]): MapData['layers'] {
	const layers = rows.map((row) => {
		const count = (name: string) => Number(row[name] ?? row[`positions_${name}`] ?? 0);
		const pieces = Number(Object.values(row)[0]);
		return { pieces, won: count('won'), drawn: count('drawn'), lost: count('lost') };
	});
	return layers.sort((a, b) => a.pieces - b.pieces);
}

function filmsOf(rows: Row[]): MapData['films'] {
	return rows
		.filter(({ line }) => line !== '')
		.map((row) => ({
			pieces: Number(Object.values(row)[0]),
			value: row.value ?? '',
			position: row.position ?? '',
			line: (row.line ?? '').split(' '),
		}));
}

function onlyWinsOf(rows: Row[]): MapData['onlyWins'] {
	return rows.map(({ position = '', move = '', turns }) => ({ position, move, turns: Number(turns) }));
}

/** The files of a game. */
function filesOf(docs: string, game: string): string[] {
	return ['layers', 'longest', 'only-wins'].map((name) => join(docs, 'data', `${game}-${name}.csv`));
}

/** The figures of a game; what there is no file for is empty. */
export function readMap(docs: string, game: string): MapData {
	const [layers = [], films = [], onlyWins = []] = filesOf(docs, game).map((file) =>
		existsSync(file) ? readTable(readFileSync(file, 'utf8')) : [],
	);
	return { layers: layersOf(layers), films: filmsOf(films), onlyWins: onlyWinsOf(onlyWins) };
}

/** The games that docs/ has figures of: those with positions for the trainer. */
export function mappedGames(docs: string): string[] {
	const data = join(docs, 'data');
	if (!existsSync(data)) return [];
	return readdirSync(data).flatMap((name) => /^(.+)-only-wins\.csv$/.exec(name)?.[1] ?? []);
}

/** Makes a module of the figures of each game, and one that loads them: `virtual:maps`. */
export function maps(docs: string): Plugin {
	return {
		name: 'plateau-maps',
		resolveId: (id) => (id === list || id.startsWith(prefix) ? `\0${id}` : null),
		load(asked) {
			if (asked === `\0${list}`) {
				const loaders = mappedGames(docs).map(
					(game) => `${JSON.stringify(game)}: () => import(${JSON.stringify(prefix + game)})`,
				);
				return `export default { ${loaders.join(', ')} };`;
			}
			if (!asked.startsWith(`\0${prefix}`)) return null;
			const game = asked.slice(prefix.length + 1);
			for (const file of filesOf(docs, game)) if (existsSync(file)) this.addWatchFile(file);
			return `export default ${JSON.stringify(readMap(docs, game))};`;
		},
	};
}
