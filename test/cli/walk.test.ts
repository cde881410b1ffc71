import { expect, test } from "vitest";
import type { CommandSpec } from "../../src/cli/command.ts";
import { commands } from "../../src/cli/commands/index.ts";
import { expectHarmless } from "./expect-harmless.ts";
import { expectJson, expectLines } from "./expect-json.ts";
import { type Ended, holdfast, inTerminal, startPiped } from "./start-process.ts";
import { WALKS, type Walk } from "./walk-lines.ts";
import { type CliWorld, describeWorlds } from "./worlds.ts";

test("every command is walked, and every walk is of a command", () => {
	expect(Object.keys(WALKS).sort()).toEqual(commands.map(({ spec }) => spec.name).sort());
});

const tagOf = (name: string, how: string): string => `${name.replace(" ", "-")}-${how}`;

/** Without a terminal, with `--json`: the promised shape and nothing else. */
async function walkPiped(spec: CommandSpec, walk: Walk, world: CliWorld): Promise<void> {
	const args = [...(await walk.args(world, tagOf(spec.name, "piped"))), "--json"];
	const ended =
		spec.name === "dev" || spec.name === "serve"
			? await untilListening(args, world)
			: await holdfast(args, world, { input: walk.input ?? "" });
	// The file of an export is told on the other side.
	if (spec.lines) await expectLines(spec.name, ended);
	else await expectJson(spec.name, ended);
	expectHarmless(ended.stdout + ended.stderr);
}

/** What runs until it is stopped. */
async function untilListening(args: readonly string[], world: CliWorld): Promise<Ended> {
	const { stdout, kill, ended } = startPiped(args, world);
	stdout.once("data", () => kill("SIGTERM"));
	return ended;
}

async function walkTyped(spec: CommandSpec, walk: Walk, world: CliWorld): Promise<void> {
	const typed = inTerminal(await walk.args(world, tagOf(spec.name, "typed")), world, { columns: 72 });
	for (const [until, text] of walk.typed ?? []) {
		await typed.until(until);
		typed.type(text);
	}
	expect(await typed.ended, await typed.screen()).toBe(0);
	expect(await typed.screen()).not.toBe("");
	expectHarmless(typed.bytes());
}

describeWorlds(
	"IF4: every command, in a pipe and in a terminal, with hostile words in the store",
	(world) => {
		for (const { spec } of commands) {
			const walk = WALKS[spec.name];
			if (!walk) continue;
			test(spec.name, async ({ skip }) => {
				const reason = walk.not?.[world().name];
				if (reason !== undefined) skip(reason);
				await Promise.all([walkPiped(spec, walk, world()), walkTyped(spec, walk, world())]);
			});
		}
	},
);
