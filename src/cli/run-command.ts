import { createInterface } from "node:readline";
import { HoldfastError } from "../error/index.ts";
import type { Call, Command, CommandSpec, Implementation } from "./command.ts";
import type { Opened } from "./connect/open-target.ts";
import { failureMessage } from "./failure-message.ts";
import type { GlobalOptions } from "./globals.ts";
import { widthOf, wrapText } from "./screen/fit-text.ts";
import { neutralise, oneLine } from "./screen/neutralise.ts";
import { createProgress } from "./screen/progress.ts";
import { dim, red, type Screen, yellow } from "./screen/screen.ts";
import type { Terminal } from "./terminal.ts";
import { Declined, UsageError } from "./usage-error.ts";

export interface Invocation {
	readonly command: Command;
	readonly args: Record<string, unknown>;
	readonly options: Record<string, unknown>;
	readonly globals: GlobalOptions;
}

export interface Surroundings {
	readonly terminal: Terminal;
	readonly out: Screen;
	readonly err: Screen;
	readonly signal: AbortSignal;
}

/** How long a command has after Ctrl-C to stop cleanly. It does not wait longer for a server that does not respond. */
const STOPPING_MS = 2_000;

/** Runs a command and returns its exit code. */
export async function runCommand(invocation: Invocation, around: Surroundings): Promise<number> {
	const work = performCommand(invocation, around);
	if (invocation.command.spec.drains) return work;
	const { signal, err } = around;
	const over = new AbortController();
	const late = new Promise<number>((resolve) => {
		const wait = (): void => {
			const timer = setTimeout(() => {
				if (!invocation.globals.json)
					err.line("Interrupted. The operation in progress may or may not be complete.");
				resolve(130);
			}, STOPPING_MS);
			over.signal.addEventListener("abort", () => clearTimeout(timer));
		};
		if (signal.aborted) wait();
		else signal.addEventListener("abort", wait, { once: true, signal: over.signal });
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		over.abort();
	}
}

async function performCommand(invocation: Invocation, around: Surroundings): Promise<number> {
	const { command, globals } = invocation;
	const { err, signal } = around;
	let opened: Promise<Opened> | undefined;
	const target: Call["target"] = async () => {
		const { findTarget } = await import("./connect/target.ts");
		return findTarget(globals, around.terminal);
	};
	const open = async (): Promise<Opened> => {
		const { openTarget } = await import("./connect/open-target.ts");
		const found = await openTarget(await target(), {
			creates: command.spec.creates === true,
			env: around.terminal.env,
		});
		if (found.missing !== undefined && !globals.json)
			err.line(dim(`No database at ${found.missing} yet; \`holdfast dev\` or \`holdfast chat\` creates it.`));
		if (command.spec.talks && !globals.json) for (const note of found.notes ?? []) err.line(dim(note));
		return found;
	};
	const call: Call = {
		...around,
		args: invocation.args,
		options: invocation.options,
		globals,
		target,
		open: async () => {
			opened ??= open();
			return (await opened).hf;
		},
		confirm: (question, { type } = {}) => confirm(question, type, globals, around),
		progress: (title) => createProgress(err, title),
	};
	try {
		return await perform(await command.load(), call);
	} finally {
		const hf = (await opened?.catch(() => undefined))?.hf;
		// After Ctrl-C, do not wait for a model.
		await hf?.close({ cancel: signal.aborted });
	}
}

async function perform(implementation: Implementation<CommandSpec, unknown>, call: Call): Promise<number> {
	const { out, globals } = call;
	if ("line" in implementation) {
		let hasFailed = false;
		for await (const item of implementation.run(call)) {
			if (implementation.failed?.(item)) hasFailed = true;
			if (globals.json) out.json(item);
			else await implementation.show(item, call);
		}
		return hasFailed ? 1 : 0;
	}
	const answer = await implementation.run(call);
	if (globals.json) out.json(answer, 2);
	else await implementation.show(answer, call);
	return implementation.failed?.(answer) ? 1 : 0;
}

/** Asks on the terminal. Without a terminal it refuses, unless `--yes` is given. */
async function confirm(
	asked: string,
	word: string | undefined,
	{ yes }: GlobalOptions,
	{ terminal, err, signal }: Surroundings,
): Promise<void> {
	if (yes) return;
	// A name with a line break in it could pass for another question.
	const question = oneLine(asked);
	const { stdin, stderr } = terminal;
	if (!stdin.isTTY || !err.isTty)
		throw new UsageError(`${question}\nThere is no terminal to ask in; add --yes to confirm.`);
	const how = word === undefined ? " [y/N] " : ` Type ${word} to continue: `;
	const lines = wrapText(question, err.width - 2);
	const isFull = widthOf(lines.at(-1) ?? "") + how.length > err.width - 2;
	err.text(yellow("? "), lines.join("\n  "), dim(isFull ? `\n ${how}` : how));
	const answer = await readAnswer(stdin, stderr, signal);
	if (word === undefined ? /^\s*y(?:es)?\s*$/i.test(answer ?? "") : answer?.trim() === word) return;
	if (answer === undefined) err.line("");
	throw new Declined("Nothing changed.", signal.aborted ? 130 : 1);
}

/** A line, or undefined if the input ended or Ctrl-C was pressed. */
function readAnswer(
	input: Terminal["stdin"],
	output: Terminal["stderr"],
	signal: AbortSignal,
): Promise<string | undefined> {
	return new Promise((resolve) => {
		const lines = createInterface({ input, output, terminal: false });
		const stop = (): void => lines.close();
		signal.addEventListener("abort", stop);
		let answer: string | undefined;
		lines.once("line", (line) => {
			answer = line;
			lines.close();
		});
		lines.once("close", () => {
			signal.removeEventListener("abort", stop);
			resolve(answer);
		});
	});
}

/** Prints the error, as text or as JSON, and returns the exit code. */
export function tellFailure(
	error: unknown,
	{ json, err, command }: { json: boolean; err: Screen; command?: string | undefined },
): number {
	if (error instanceof Declined) {
		err.line(error.message);
		return error.exitCode;
	}
	const isUsage = error instanceof UsageError;
	const known = HoldfastError.isInstance(error) ? error : undefined;
	if (json) {
		const told = known?.toJSON() ?? { code: isUsage ? "usage" : "failed" };
		err.json({ error: { ...told, message: failureMessage(error) } });
	} else {
		const [first = "", ...rest] = wrapText(`✗ ${neutralise(failureMessage(error))}`, err.width);
		err.line(red("✗ "), first.slice(2));
		for (const line of rest) err.line(line);
		const candidates = known?.fields.candidates;
		if (Array.isArray(candidates))
			for (const one of candidates) err.line("  ", oneLine(describeCandidate(one)));
		if (isUsage) for (const line of wrapText(howTyped(command), err.width)) err.line(dim(line));
	}
	return isUsage ? 2 : 1;
}

const howTyped = (command: string | undefined): string =>
	command === undefined
		? "`holdfast --help` lists the commands, `holdfast <command> --help` their options."
		: `\`holdfast ${command} --help\` shows the usage.`;

/** A session as you would type it. A server may also send a value that is not a session. */
function describeCandidate(one: unknown): string {
	if (typeof one !== "object" || one === null) return String(one);
	const { sessionId, agentId, userId } = one as Record<string, unknown>;
	const parts = [
		...(sessionId === undefined ? [] : [String(sessionId)]),
		...(agentId === undefined ? [] : [`--agent ${String(agentId)}`]),
		...(userId === undefined ? [] : [`--user ${String(userId)}`]),
	];
	return parts.join(" ");
}
