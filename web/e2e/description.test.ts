// The pages know the API by src/net/types.ts, the server describes it by openapi.json: both say the same.

import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, inject } from 'vitest';
import { expect, test } from './support/app';

interface Schema {
	properties?: Record<string, { type?: string | string[] }>;
	required?: string[];
}

/** The names of the description where the pages have others. */
const elsewhere: Record<string, string> = {
	CommandResult: 'Answer',
	GamesPage: 'Games',
	Heartbeat: 'HeartbeatNews',
	Presence: 'HereNews',
	Profile: 'PlayerPage',
	ServerInfo: 'Server',
	TableEvent: 'Event',
	TableSnapshot: 'TableOutputBody',
	TimeTerms: 'Time',
};
/** Bodies of events, which docs/online.md describes. */
const undescribed = ['Said'];

interface Field {
	name: string;
	optional: boolean;
	/** "string", "number" or "boolean"; else ''. */
	type: string;
}

const plain: Partial<Record<ts.SyntaxKind, string>> = {
	[ts.SyntaxKind.StringKeyword]: 'string',
	[ts.SyntaxKind.NumberKeyword]: 'number',
	[ts.SyntaxKind.BooleanKeyword]: 'boolean',
};

/** The interfaces of the pages by their names. */
function interfaces(): [string, Field[]][] {
	const text = readFileSync(new URL('../src/net/types.ts', import.meta.url), 'utf8');
	const source = ts.createSourceFile('types.ts', text, ts.ScriptTarget.Latest);
	return source.statements.filter(ts.isInterfaceDeclaration).map(({ name, members }) => [
		name.text,
		members.filter(ts.isPropertySignature).map((member) => ({
			name: member.name.getText(source),
			optional: member.questionToken !== undefined,
			type: (member.type && plain[member.type.kind]) ?? '',
		})),
	]);
}

describe('the types of the pages', () => {
	const found = interfaces().filter(([name]) => !undescribed.includes(name));

	test.for(found)('%s is as the server describes it', async ([name, fields]) => {
		const response = await fetch(new URL('api/v1/openapi.json', inject('url')));
		const { components } = (await response.json()) as { components: { schemas: Record<string, Schema> } };
		const { properties = {}, required = [] } = components.schemas[elsewhere[name] ?? name] ?? {};
		expect(fields.map((field) => field.name).sort()).toEqual(Object.keys(properties).sort());
		for (const { name: field, optional, type } of fields) {
			if (!optional) expect(required, `${field} may be missing`).toContain(field);
			const described = [properties[field]?.type ?? '']
				.flat()
				.map((one) => (one === 'integer' ? 'number' : one));
			if (type !== '' && described[0] !== '') expect(described, field).toContain(type);
		}
	});
});
