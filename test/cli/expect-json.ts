import { expect } from "vitest";
import type { z } from "zod";
import { commands } from "../../src/cli/commands/index.ts";
import type { Ended } from "./start-process.ts";

/** The shape that the reference promises for a command. */
async function shapeOf(name: string): Promise<z.ZodType> {
	const command = commands.find(({ spec }) => spec.name === name);
	if (!command) throw new Error(`there is no command "${name}"`);
	const implementation = await command.load();
	return "line" in implementation ? implementation.line : implementation.answer;
}

/** What a command with `--json` printed: one value of the promised shape, and nothing else. */
export async function expectJson<T = unknown>(name: string, ended: Ended, code = 0): Promise<T> {
	expect(ended, ended.stderr).toMatchObject({ code });
	const value = JSON.parse(ended.stdout) as T;
	const checked = (await shapeOf(name)).safeParse(value);
	expect(checked.error?.issues ?? []).toEqual([]);
	return value;
}

/** The same for commands that print a line for each item. */
export async function expectLines<T = unknown>(name: string, ended: Ended, code = 0): Promise<T[]> {
	expect(ended, ended.stderr).toMatchObject({ code });
	const values = ended.stdout
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line) as T);
	const shape = await shapeOf(name);
	expect(values.flatMap((value) => shape.safeParse(value).error?.issues ?? [])).toEqual([]);
	return values;
}
