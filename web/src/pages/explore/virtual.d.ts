/** The figures of solved games, made from docs/data by build/maps.ts. */
declare module 'virtual:maps' {
	const maps: Record<string, () => Promise<{ default: import('./mapData').MapData }>>;
	export default maps;
}
