import type { z } from "zod";
import type { Command, CommandSpec } from "../../src/cli/command.ts";
import type { Json, JsonObject } from "../../src/event/index.ts";
import { createSchemas } from "../../src/wire/to-schemas.ts";

/** A command and the schema of what it prints with `--json`. */
export interface Printed {
	readonly spec: CommandSpec;
	readonly schema: JsonObject;
}

export interface CliSchemas {
	readonly printed: readonly Printed[];
	/** Shapes with a name, which several commands print. */
	readonly named: JsonObject;
}

/** Removes limits that no value can exceed, and `additionalProperties: false`: later versions may add fields. */
function plain(value: Json): Json {
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([, member]) => member !== Number.MAX_SAFE_INTEGER && member !== Number.MIN_SAFE_INTEGER)
			.filter(([name, member]) => !(name === "additionalProperties" && member === false))
			.map(([name, member]) => [
				name,
				name === "$ref" ? String(member).replace("#/components/schemas/", "#/$defs/") : plain(member as Json),
			]),
	);
}

/** Loads every command and reads the schema of its answer. */
export async function readSchemas(commands: readonly Command[]): Promise<CliSchemas> {
	const schemas = createSchemas();
	const printed: Printed[] = [];
	for (const { spec, load } of commands) {
		const implementation = await load();
		const shape: z.ZodType = "line" in implementation ? implementation.line : implementation.answer;
		printed.push({ spec, schema: plain(schemas.of(shape, "output")) as JsonObject });
	}
	const names = Object.keys(schemas.named).sort();
	const named = Object.fromEntries(names.map((name) => [name, plain(schemas.named[name] as Json)]));
	return { printed, named };
}

/** One document: `$defs` contains the schema of each command by its name, and the shapes that commands share. */
export function toDocument({ printed, named }: CliSchemas): JsonObject {
	const commands = printed.map(({ spec, schema }): [string, JsonObject] => {
		const each = spec.lines ? "One line of the output" : "The output";
		return [spec.name, { title: `${each} of \`holdfast ${spec.name} --json\``, ...schema }];
	});
	return {
		$schema: "https://json-schema.org/draft/2020-12/schema",
		title: "Holdfast command line",
		description: "The output of commands with --json, by command name.",
		$defs: { ...Object.fromEntries(commands), ...named },
	};
}
