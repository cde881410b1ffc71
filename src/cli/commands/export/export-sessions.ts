import { HoldfastError } from "../../../error/index.ts";
import type { Holdfast } from "../../../interface.ts";
import type { SessionRef } from "../../../session/index.ts";
import { exportReport } from "../../../wire/cli/export.ts";
import { answers, type Call } from "../../command.ts";
import { findSession, refOf, sessionFilter } from "../../find-session.ts";
import { UsageError } from "../../usage-error.ts";
import { fileOutput, type Output, screenOutput } from "./open-output.ts";
import { exportSpec } from "./spec.ts";

/** Lines are written in chunks: one by one is slow. */
const CHUNK = 64 * 1024;
const PAGE = 200;

type ExportCall = Call<typeof exportSpec>;

/** Checks that the options say what to export. All data needs --all. */
function check({ args, options, globals }: ExportCall): void {
	const { agent, user, all, output, force } = options;
	const isNamed = args.sessions.length > 0;
	if (!isNamed && agent === undefined && user === undefined && !all)
		throw new UsageError("nothing selected: name sessions, or add --agent, --user or --all");
	if (all && (isNamed || agent !== undefined || user !== undefined))
		throw new UsageError("--all cannot be combined with sessions, --agent or --user");
	if (output !== "-") return;
	if (globals.json)
		throw new UsageError("--json needs --output <file>: without it, the export itself is printed");
	if (force) throw new UsageError("--force needs --output <file>");
}

/** The selected sessions. Named ones are all looked up before the first is written. */
async function* chosen(hf: Holdfast, { args, options }: ExportCall): AsyncGenerator<SessionRef> {
	const found: SessionRef[] = [];
	for (const id of new Set(args.sessions)) found.push(refOf(await findSession(hf, id, options)));
	yield* found;
	if (found.length > 0) return;
	for (let cursor: string | undefined, isMore = true; isMore; isMore = cursor !== undefined) {
		const page = await hf.sessions.list({
			...sessionFilter(options),
			limit: PAGE,
			...(cursor !== undefined && { cursor }),
		});
		for (const session of page.items) yield refOf(session);
		cursor = page.next;
	}
}

interface Written {
	sessions: number;
	events: number;
	users: number;
	facts: number;
	bytes: number;
}

/** Counts a line by its beginning. */
function count(line: string, written: Written): void {
	if (line.startsWith('{"offset":')) written.events += 1;
	else if (line.startsWith('{"type":"session",')) written.sessions += 1;
	else if (line.startsWith('{"type":"user",')) written.users += 1;
	else if (line.startsWith('{"type":"fact",')) written.facts += 1;
}

async function writeLines(
	lines: AsyncIterable<string>,
	output: Output,
	call: ExportCall,
	written: Written,
	onChunk: () => void = () => {},
): Promise<void> {
	let chunk = "";
	const flush = async (): Promise<void> => {
		call.signal.throwIfAborted();
		await output.write(chunk);
		written.bytes += Buffer.byteLength(chunk);
		chunk = "";
		onChunk();
	};
	for await (const line of lines) {
		chunk += line;
		count(line, written);
		if (chunk.length >= CHUNK) await flush();
	}
	await flush();
}

/** A session that was deleted after it was listed is skipped. */
const isGone = (error: unknown): boolean => HoldfastError.isInstance(error) && error.code === "not_found";

async function writeAll(hf: Holdfast, output: Output, call: ExportCall): Promise<Written> {
	const written: Written = { sessions: 0, events: 0, users: 0, facts: 0, bytes: 0 };
	const progress = call.progress("Exporting");
	const isListed = call.args.sessions.length === 0;
	const show = (): void =>
		progress.at(
			written.sessions,
			undefined,
			`${written.sessions === 1 ? "session" : "sessions"}, ${written.events} events`,
		);
	try {
		if (call.options.all) {
			await writeLines(hf.export(), output, call, written, show);
			return written;
		}
		for await (const ref of chosen(hf, call)) {
			call.signal.throwIfAborted();
			const before = written.bytes;
			try {
				await writeLines(hf.sessions.export(ref), output, call, written);
			} catch (error) {
				if (!isListed || !isGone(error) || written.bytes > before) throw error;
			}
			show();
		}
	} finally {
		progress.end();
	}
	return written;
}

export const exportSessions = answers(exportSpec, {
	answer: exportReport,
	async run(call) {
		check(call);
		const { options, terminal, out, err, signal } = call;
		const file = options.output;
		const output = file === "-" ? screenOutput(out) : await fileOutput(file, terminal.cwd, options.force);
		try {
			const { users, facts, ...written } = await writeAll(await call.open(), output, call);
			await output.keep();
			return { ...written, ...(options.all && { users, facts }), file };
		} catch (error) {
			await output.discard();
			if (signal.aborted) err.line(file === "-" ? "Interrupted." : `Interrupted: ${file} was not written.`);
			throw error;
		}
	},
	show({ sessions, events, users = 0, facts = 0, bytes, file }, { options, out, err }) {
		const some = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`;
		const rest = options.all ? `, ${some(users, "user")}, ${some(facts, "fact")}` : "";
		const what = `${some(sessions, "session")}, ${some(events, "event")}${rest}`;
		if (file !== "-") out.line(`✓ ${what}, ${bytes} bytes in ${file}`);
		// The standard output is the export. The summary is only for people.
		else if (err.isTty) err.line(`✓ ${what}`);
	},
});
