import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { HoldfastError } from "../../../error/index.ts";
import { importReport, tenantImportReport } from "../../../server/resources/shapes.ts";
import { describeRetention } from "../../../session/index.ts";
import { answers, type Call } from "../../command.ts";
import { type FileImportReport, type ImportProgress, importFile } from "../../import/import-file.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { importSpec } from "./spec.ts";

type ImportCall = Call<typeof importSpec>;

interface Opened {
	bytes: AsyncIterable<Uint8Array>;
	/** In bytes, where it is known. */
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
		const why = cause.code === "ENOENT" ? "there is no such file" : cause.message;
		throw new HoldfastError("not_found", `cannot read ${args.file}: ${why}`, { file: args.file }, { cause });
	});
	if (found.isDirectory())
		throw new HoldfastError("invalid", `${args.file} is a folder; name a file`, { file: args.file });
	return { bytes: read(path, signal), size: found.isFile() ? found.size : undefined };
}

/** Opened when the first byte is asked for: what is never read need not be closed. */
async function* read(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	yield* createReadStream(path, { signal });
}

const MB = 1_000_000;

/** Of a file that is read bit by bit how much is read; of one that was read whole how much is stored. */
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

/** What came in, in words. */
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

/** What no model will get, in words. */
function warn({ kind, type, count, first }: FileImportReport["warnings"][number]): string {
	const what = kind === "part" ? amount(count, "part") : amount(count, "item");
	return `${what} of type ${type} stay${count === 1 ? "s" : ""} in the log and reach${count === 1 ? "es" : ""} no model; the first is at ${first}.`;
}

/** What is in already stays in: whoever reads of the failure should know. */
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
		`${isInterrupted ? "Interrupted. " : ""}In already: ${describe(report)}. Import it again with --on-conflict skip for the rest.`,
	);
}

async function takeIn(call: ImportCall): Promise<FileImportReport & { retention?: string }> {
	const { options, signal } = call;
	const { bytes, size } = await openInput(call);
	const hf = await call.open();
	const progress = tell(call, size);
	try {
		const report = await importFile(hf, bytes, {
			...{ format: options.format, onConflict: options.onConflict, signal },
			...{ agentId: options.agent, sessionId: options.session },
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
	answer: importReport.extend({
		retention: z.string().optional().meta({ description: "How long events are kept, in words" }),
		tenant: tenantImportReport.optional(),
	}),
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
				`Retention: ${report.retention}. Imported events are stored now, whatever their date.`,
				{
					style: "dim",
				},
			);
		printParagraph(
			err,
			"No facts are made of conversations that come in: `holdfast memory rebuild --agent <id> --apply` does.",
			{ style: "dim" },
		);
	},
});
