import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { HoldfastError } from "../../../error/index.ts";
import { describeRetention } from "../../../session/index.ts";
import { importedReport } from "../../../wire/cli/import.ts";
import { answers, type Call } from "../../command.ts";
import { type FileImportReport, type ImportProgress, importFile } from "../../import/import-file.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { importSpec } from "./spec.ts";

type ImportCall = Call<typeof importSpec>;

interface Opened {
	bytes: AsyncIterable<Uint8Array>;
	/** In bytes, if known. */
	size: number | undefined;
}

/** The file, or standard input; both end when the command is interrupted. */
async function openInput({ args, terminal, signal }: ImportCall): Promise<Opened> {
	if (args.file === "-") {
		const { stdin } = terminal;
		signal.addEventListener("abort", () => stdin.destroy(), { once: true });
		return { bytes: stdin, size: undefined };
	}
	const path = resolve(terminal.cwd, args.file);
	const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
		const why = cause.code === "ENOENT" ? "the file does not exist" : cause.message;
		throw new HoldfastError("not_found", `cannot read ${args.file}: ${why}`, { file: args.file }, { cause });
	});
	if (found.isDirectory())
		throw new HoldfastError("invalid", `${args.file} is a folder; name a file`, { file: args.file });
	return { bytes: read(path, signal), size: found.isFile() ? found.size : undefined };
}

/** Opens the file with the first read: a file that is never read need not be closed. */
async function* read(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	yield* createReadStream(path, { signal });
}

const MB = 1_000_000;

/** Shows the progress: how much is stored if the total is known, otherwise how much of the file is read. */
function tell(
	call: ImportCall,
	size: number | undefined,
): { on(progress: ImportProgress): void; end(): void } {
	const bar = call.progress("Importing");
	return {
		on({ bytes, done, of }) {
			if (of !== undefined) bar.at(done, of);
			else if (size === undefined) bar.at(done, undefined, done === 1 ? "session" : "sessions");
			else bar.at(Math.floor(bytes / MB), Math.ceil(size / MB), `MB, ${amount(done, "session")}`);
		},
		end: () => bar.end(),
	};
}

const amount = (count: number, one: string, many = `${one}s`): string =>
	`${count} ${count === 1 ? one : many}`;

/** A summary of the import. */
function describe({ created, replaced, skipped, events, facts, tenant }: FileImportReport): string {
	const others = (["users", "state", "factOwners", "settings"] as const).map((name) => tenant?.[name]);
	const rest = others.reduce((sum, one) => sum + (one ? one.created + one.replaced : 0), 0);
	const parts = [
		...(created > 0 ? [`${amount(created, "session")} created`] : []),
		...(replaced > 0 ? [`${replaced} replaced`] : []),
		...(skipped > 0 ? [`${skipped} skipped`] : []),
		...(events > 0 ? [amount(events, "event")] : []),
		...(facts > 0 ? [amount(facts, "fact")] : []),
		...(tenant && tenant.users.created + tenant.users.replaced > 0
			? [amount(tenant.users.created + tenant.users.replaced, "user")]
			: []),
	];
	if (parts.length === 0 && rest > 0)
		return `${amount(rest, "setting or owner of state", "settings or owners of state")}`;
	return parts.length === 0 ? "nothing" : parts.join(", ");
}

/** A warning about content that is stored but never sent to a model. */
function warn({ kind, type, count, first }: FileImportReport["warnings"][number]): string {
	const what = kind === "part" ? amount(count, "part") : amount(count, "item");
	return `${what} of type ${type} ${count === 1 ? "is" : "are"} stored but not sent to models; the first is at ${first}.`;
}

/** After a failure, says what was imported before it: that stays. */
function tellReport(error: unknown, { err, globals, signal }: ImportCall): void {
	const report = HoldfastError.isInstance(error)
		? (error.fields.report as FileImportReport | undefined)
		: undefined;
	if (!report || (globals.json && !signal.aborted)) return;
	if (globals.json) {
		err.json({ error });
		return;
	}
	const isInterrupted = signal.aborted;
	const isSome = report.created + report.replaced + report.facts > 0;
	if (!isInterrupted && !isSome) return;
	err.line(
		`${isInterrupted ? "Interrupted. " : ""}Imported so far: ${describe(report)}. To import the rest, run it again with --on-conflict skip.`,
	);
}

async function takeIn(call: ImportCall): Promise<FileImportReport & { retention?: string }> {
	const { options, signal } = call;
	const { bytes, size } = await openInput(call);
	const hf = await call.open();
	const progress = tell(call, size);
	try {
		const report = await importFile(hf, bytes, {
			format: options.format,
			onConflict: options.onConflict,
			signal,
			agentId: options.agent,
			sessionId: options.session,
			userId: options.user === "" ? null : options.user,
			onProgress: progress.on,
		});
		const { retention } = await hf.about();
		return { ...report, ...(retention && { retention: describeRetention(retention) }) };
	} finally {
		progress.end();
	}
}

export const importSessions = answers(importSpec, {
	answer: importedReport,
	async run(call) {
		try {
			return await takeIn(call);
		} catch (error) {
			tellReport(error, call);
			throw error;
		}
	},
	show(report, { out, err }) {
		out.line(`✓ ${describe(report)} (format ${report.format})`);
		for (const warning of report.warnings) printParagraph(err, warn(warning));
		if (report.created + report.replaced === 0 || report.tenant) return;
		if (report.retention !== undefined)
			printParagraph(
				err,
				`Retention: ${report.retention}. For imported events it counts from now, not from their date.`,
				{
					style: "dim",
				},
			);
		printParagraph(
			err,
			"Facts are not extracted from imported conversations. To extract them: `holdfast memory rebuild --agent <id> --apply`.",
			{ style: "dim" },
		);
	},
});
