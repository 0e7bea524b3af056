/** The pages of the manual, made from docs/ by build/manual.ts. */
declare module 'virtual:manual' {
	interface Heading {
		depth: number;
		slug: string;
		text: string;
	}
	export interface ManualPage {
		id: string;
		title: string;
		/** Those below the title. */
		headings: Heading[];
		html: string;
	}
	export interface ManualGroup {
		title: string;
		pages: { id: string; title: string }[];
	}
	/** The id of the page that lists the others. */
	export const start: string;
	/** All other pages, in their order. */
	export const groups: ManualGroup[];
	export const load: Record<string, () => Promise<{ default: ManualPage }>>;
}

declare module 'virtual:manual-search' {
	/** What follows a heading, up to the next one; before the first, the slug is ''. */
	export interface ManualSection {
		id: string;
		page: string;
		title: string;
		slug: string;
		heading: string;
		text: string;
	}
	const sections: ManualSection[];
	export default sections;
}
