import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { wholeManifest } from "../src/agent/manifest/manifest-schema.ts";

/*
 * Writes schema/agent.schema.json, which editors read, from the schemas that check manifests:
 *
 *   node tools/make-agent-schema.ts
 */

type Schema = { [key: string]: unknown; properties?: Record<string, Schema> };

/** What is shown for the keys of `http` and `mcp`. */
const HTTP: Readonly<Record<string, string>> = {
	name: "What the model calls it: letters, digits, _ and -.",
	description: "What it is for; the model reads it. Default: the method and the address.",
	method: "Default GET.",
	url: "The address. {name} stands for an input; never in the host.",
	input:
		"What the model must give, e.g. { id: string, count: number?, tags: string[] }, or a JSON Schema with type: object. Default: a string for each {name} of the url.",
	headers: `Headers to send. \${NAME} stands for an environment variable. The model never sees them.`,
	query: "Inputs that go into the query. With GET and DELETE all do that are not in the url.",
	body: "Inputs that go into the body, which is JSON. With POST, PUT and PATCH all do that are nowhere else.",
	allow: "An access rule; can also stand beside http.",
	timeoutMs: "How long one call may take. Default 60000.",
	maxBytes: "How large an answer may be. Default 262144.",
};
const MCP: Readonly<Record<string, string>> = {
	command: "The program to start. Either command or url.",
	args: "Its arguments.",
	env: `All it gets beside PATH, HOME and the like. \${NAME} stands for a variable of this process.`,
	cwd: "The folder it runs in.",
	url: "The address of a server that speaks Streamable HTTP. Either command or url.",
	headers: `Headers to send. \${NAME} stands for an environment variable.`,
	tools: "Only these of the server's tools, by the server's names. Default: all.",
	prefix: "Put before the name of each tool.",
	allow: "An access rule for all of its tools; can also stand beside mcp.",
	timeoutMs: "How long one call may take. Default 60000.",
	connectTimeoutMs: "How long starting, connecting and listing may take. Default 10000.",
};

function describe(schema: Schema, descriptions: Readonly<Record<string, string>>): void {
	for (const [key, property] of Object.entries(schema.properties ?? {})) {
		const description = descriptions[key];
		if (description !== undefined)
			schema.properties = { ...schema.properties, [key]: { description, ...property } };
	}
}

/** The JSON Schema of a manifest. */
export function agentSchema(): Schema {
	const { $schema, ...schema } = z.toJSONSchema(wholeManifest(), {
		io: "input",
		unrepresentable: "any",
		override({ jsonSchema }) {
			// What no file can exceed says nothing to a reader.
			if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
			if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
			for (const [sort, descriptions] of [["http", HTTP] as const, ["mcp", MCP] as const]) {
				const entry = (jsonSchema as Schema).properties?.[sort];
				if (entry) describe(entry, descriptions);
				if (entry?.properties?.input) entry.properties.input.type = "object";
			}
		},
	}) as Schema;
	return {
		$schema,
		title: "Holdfast agent",
		description: "A manifest of an agent: one file in the agents folder.",
		...schema,
	};
}

const SHORT_LIST =
	/\[\n\s+((?:"[^"\n]*"|-?[\d.]+|true|false|null)(?:,\n\s+(?:"[^"\n]*"|-?[\d.]+|true|false|null))*)\n\s+\]/g;

const WIDTH = 110;

/** As Biome would write it: short lists on one line, where that is not too long. */
export function schemaText(schema: Schema): string {
	const text = JSON.stringify(schema, null, 2);
	const folded = text.replaceAll(SHORT_LIST, (long, items: string, at: number) => {
		const short = `[${items.replaceAll(/,\n\s+/g, ", ")}]`;
		const before = at - text.lastIndexOf("\n", at) - 1;
		const comma = text[at + long.length] === "," ? 1 : 0;
		return before + short.length + comma <= WIDTH ? short : long;
	});
	return `${folded}\n`;
}

if (import.meta.main) {
	const path = fileURLToPath(new URL("../schema/agent.schema.json", import.meta.url));
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, schemaText(agentSchema()));
	console.log(`Wrote ${path}`);
}
