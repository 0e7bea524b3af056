declare module 'virtual:words/*' {
	const messages: Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;
	export default messages;
}
