import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import type { CommandSpec } from "../../src/cli/command.ts";
import { commands } from "../../src/cli/commands/index.ts";
import { allGlobalOptions, globalOptions } from "../../src/cli/global-options.ts";
import { GROUPS } from "../../src/cli/help.ts";
import { parseLine } from "../../src/cli/parse-line.ts";

const specs = commands.map(({ spec }) => spec);
const stream = new PassThrough();
const terminal = { stdin: stream, stdout: stream, stderr: stream, env: {}, cwd: "/" };

/** The words of a line as a shell would see them, up to the first pipe or redirection. */
function wordsOf(line: string): string[] {
	const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
	const end = words.findIndex((word) => /^(?:[|<>&;]|&&)/.test(word));
	return words
		.slice(0, end < 0 ? undefined : end)
		.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}

describe.each(specs.map((spec) => [spec.name, spec as CommandSpec] as const))(
	"IF4: the data of %s",
	(_, spec) => {
		test("names are as all others are", () => {
			expect(spec.name).toMatch(/^[a-z]+(?: [a-z]+(?:-[a-z]+)*)?$/);
			const [group, second] = spec.name.split(" ");
			if (second !== undefined) expect(Object.keys(GROUPS)).toContain(group);
			for (const name of Object.keys(spec.args ?? {})) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
			for (const name of Object.keys(spec.options ?? {})) expect(name).toMatch(/^[a-z]+(?:[A-Z][a-z]+)*$/);
		});

		test("what it is about is a line without a full stop", () => {
			const options = Object.values(spec.options ?? {});
			const args = Object.values(spec.args ?? {});
			for (const { about } of [spec, ...options, ...args]) {
				expect(about).toMatch(/\S/);
				expect(about).not.toMatch(/[.\n]$|^\s/);
			}
			expect(spec.about.charAt(0)).toBe(spec.about.charAt(0).toLowerCase());
		});

		test("options are called once, and what all commands have means the same", () => {
			const own = spec.options ?? {};
			const shorts = [...Object.values(own), ...Object.values(globalOptions(spec))].flatMap(
				({ short }) => short ?? [],
			);
			expect(shorts).toEqual([...new Set(shorts)]);
			for (const short of shorts) expect(short).toMatch(/^[a-zA-Z]$/);
			expect(shorts).not.toContain("h");
			for (const name of Object.keys(own)) expect(Object.keys(globalOptions(spec))).not.toContain(name);
			for (const [name, option] of Object.entries(own))
				if (name in allGlobalOptions) expect(option.env).toBe(allGlobalOptions[name]?.env);
			for (const { env } of Object.values(own))
				if (env !== undefined) expect(env).toMatch(/^HOLDFAST_[A-Z_]+$/);
		});

		test("SE11: what cannot be undone does not come from the environment", () => {
			if (!spec.asks || spec.store === false) return;
			const { agent, user } = spec.options ?? {};
			if (/ (?:rm|end|forget|erase|drop|revoke)$/.test(spec.name))
				expect([agent?.env, user?.env]).toEqual([undefined, undefined]);
		});

		test("arguments that may be left out, or take all that is left, are the last", () => {
			const args = Object.values(spec.args ?? {});
			for (const [i, { optional, many }] of args.entries()) {
				if (many) expect(i).toBe(args.length - 1);
				if (optional) expect(args.slice(i + 1).every((later) => later.optional)).toBe(true);
			}
		});

		test("its help tells the default of each option, once", async () => {
			const page = await parseLine(commands, [...spec.name.split(" "), "--help"], "0.0.0", terminal);
			const words = ("text" in page ? page.text : "").replaceAll(/\s+/g, " ");
			for (const option of Object.values(spec.options ?? {})) {
				if (option.default === undefined) continue;
				expect(option.about).not.toMatch(/default/);
				expect(words).toContain(`${option.about}; default ${option.default}`);
			}
		});

		test("its examples are lines that it understands", async () => {
			expect(spec.examples.length).toBeGreaterThan(0);
			for (const { type, to } of spec.examples) {
				expect(to).toMatch(/\S/);
				expect(to).not.toMatch(/\.$/);
				const own = type.split(/\s\|\s/).find((part) => part.trim().startsWith(`holdfast ${spec.name}`));
				expect(own, type).toBeDefined();
				const parsed = await parseLine(commands, wordsOf((own ?? "").trim()).slice(1), "0.0.0", terminal);
				expect("command" in parsed && parsed.command.spec.name, type).toBe(spec.name);
			}
		});
	},
);

test("IF4: no two commands have the same name, and none is both a command and a group", () => {
	const names = specs.map(({ name }) => name);
	expect(names).toEqual([...new Set(names)]);
	for (const group of Object.keys(GROUPS)) expect(names).not.toContain(group);
	for (const group of Object.keys(GROUPS))
		expect(
			names.some((name) => name.startsWith(`${group} `)),
			group,
		).toBe(true);
});
