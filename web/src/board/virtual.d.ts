declare module 'virtual:looks' {
	const looks: import('./look').Look[];
	export default looks;
}
