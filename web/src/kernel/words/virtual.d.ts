type WordsModule = {
	default: Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;
};

declare module 'virtual:languages' {
	const languages: { code: string; name: string; load: Record<string, () => Promise<WordsModule>> }[];
	export default languages;
}
