import { expect, test } from "vitest";
import type { CommandSpec } from "../../src/cli/command.ts";
import { commands } from "../../src/cli/commands/index.ts";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { expectHarmless } from "./expect-harmless.ts";
import { expectJson, expectLines } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { type Ended, holdfast, inTerminal, startPiped } from "./start-process.ts";
import { WALKS, type Walk } from "./walk-lines.ts";
import { type CliWorld, describeOnce, describeWorlds } from "./worlds.ts";

describeOnce("the walks", () => {
	test("every command is walked, and every walk is of a command", () => {
		expect(Object.keys(WALKS).sort()).toEqual(commands.map(({ spec }) => spec.name).sort());
	});
});

const tagOf = (name: string, how: string): string => `${name.replace(" ", "-")}-${how}`;

/** What runs until it is stopped. */
const isServer = ({ name }: CommandSpec): boolean => name === "dev" || name === "serve";

/** Without a terminal, with `--json`: the promised shape and nothing else. */
async function walkPiped(
	spec: CommandSpec,
	walk: Walk,
	world: CliWorld,
	start: typeof holdfast,
): Promise<void> {
	const args = [...(await walk.args(world, tagOf(spec.name, "piped"))), "--json"];
	const ended = isServer(spec)
		? await untilListening(args, world)
		: await start(args, world, { input: walk.input ?? "" });
	// The file of an export is told on the other side.
	if (spec.lines) await expectLines(spec.name, ended);
	else await expectJson(spec.name, ended);
	expectHarmless(ended.stdout + ended.stderr);
}

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

const STORES: readonly CliWorld["name"][] = postgresMissing
	? ["sqlite", "http"]
	: ["sqlite", "postgres", "http"];

/**
 * The stores on which a command is a real process: one in a pipe, one in a pseudo-terminal, where it shows the same
 * values. In a pipe it runs on the others too, in this process, as most of a process' time is its start. From command to
 * command it is another store's turn: each has a third of them.
 */
function asProcess(position: number, { not = {} }: Walk): { piped: string; typed: string } {
	const walked = STORES.filter((name) => not[name] === undefined);
	const at = (turn: number): string => walked[turn % walked.length] ?? "";
	return { piped: at(position), typed: at(position + 1) };
}

describeWorlds(
	"IF4: every command, in a pipe, and on one store in a terminal, with hostile words in the store",
	(world) => {
		for (const [position, { spec }] of commands.entries()) {
			const walk = WALKS[spec.name];
			if (!walk) continue;
			const processes = asProcess(position, walk);
			test(spec.name, async ({ skip }) => {
				const { name } = world();
				const reason = walk.not?.[name];
				if (reason !== undefined) skip(reason);
				const piped = processes.piped === name ? holdfast : runHere;
				const typed = processes.typed === name && walkTyped(spec, walk, world());
				await Promise.all([walkPiped(spec, walk, world(), piped), typed]);
			});
		}
	},
);
