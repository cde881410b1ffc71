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

/** The descriptions of the keys of `http` and `mcp`. */
const HTTP: Readonly<Record<string, string>> = {
	name: "The name that the model calls it by: 1 to 64 letters, digits, _ and -, not starting with a digit.",
	description: "What the request does. The model reads it. Default: the method and the URL.",
	method: "The HTTP method. Default GET.",
	url: "The URL. {name} is replaced with an input. The host cannot contain inputs.",
	input:
		"The inputs that the model provides, e.g. { id: string, count: number?, tags: string[] }, or a JSON Schema with type: object. Default: one string for each {name} of the URL.",
	headers: `The headers to send. \${NAME} is replaced with an environment variable. The model never sees the headers.`,
	query:
		"The inputs that go into the query string. With GET and DELETE, so do all inputs that are not in the URL or the body.",
	body: "The inputs that go into the JSON body. With POST, PUT and PATCH, so do all inputs that are not in the URL or the query.",
	allow: "An access rule. You can also set it next to http.",
	timeoutMs: "Maximum duration of one call, in milliseconds. Default 60000.",
	maxBytes: "Maximum size of a response, in bytes. Default 262144.",
};
const MCP: Readonly<Record<string, string>> = {
	command: "The program to start. Either command or url.",
	args: "The arguments of the program.",
	env: `The environment of the process, in addition to PATH, HOME and a few others. \${NAME} is replaced with a variable of this process.`,
	cwd: "The working directory of the process.",
	url: "The URL of a server that uses Streamable HTTP. Either command or url.",
	headers: `The headers to send. \${NAME} is replaced with an environment variable.`,
	tools: "The tools to use, by their names on the server. Default: all.",
	prefix: "A prefix for the name of each tool.",
	allow: "An access rule for all tools of this server. You can also set it next to mcp.",
	timeoutMs: "Maximum duration of one call, in milliseconds. Default 60000.",
	connectTimeoutMs:
		"Maximum time to start the server, connect and list its tools, in milliseconds. Default 10000.",
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
			// These limits are those of the number type, and mean nothing to a reader.
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
		description: "The manifest of an agent: one file in the agents folder.",
		...schema,
	};
}

const SHORT_LIST =
	/\[\n\s+((?:"[^"\n]*"|-?[\d.]+|true|false|null)(?:,\n\s+(?:"[^"\n]*"|-?[\d.]+|true|false|null))*)\n\s+\]/g;

const WIDTH = 110;

/** The text as Biome formats it: short lists on one line if they fit. */
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
