import type { Job } from "../../../job/index.ts";
import { job } from "../../../wire/job.ts";
import { page } from "../../../wire/page.ts";
import { answers } from "../../command.ts";
import { type FittingColumn, fitColumns } from "../../print/fit-columns.ts";
import { printNext } from "../../print/next-page.ts";
import { isWide, printErrors } from "../../print/told-errors.ts";
import { ago } from "../../screen/ago.ts";
import { dim } from "../../screen/screen.ts";
import { printTable } from "../../screen/table.ts";
import { UsageError } from "../../usage-error.ts";
import { ls } from "./spec.ts";

/** The id is cut last: it is what you copy. */
const COLUMNS: readonly FittingColumn<Job>[] = [
	{ title: "JOB", value: ({ id }) => id, style: "bold" },
	{ title: "KIND", value: ({ kind }) => kind, shrinks: true, spare: 1 },
	{ title: "STATUS", value: ({ status }) => status },
	{ title: "ATTEMPTS", value: ({ attempts }) => attempts, align: "right", spare: 3 },
	{ title: "CREATED", value: ({ createdAt }) => ago(createdAt), spare: 2 },
	{
		title: "SESSION",
		value: ({ session }) => session && `${session.agentId} ${session.sessionId}`,
		shrinks: true,
		spare: 4,
	},
];
const ERROR: FittingColumn<Job> = { title: "ERROR", value: ({ error }) => error, shrinks: true };

export const listJobs = answers(ls, {
	answer: page(job),
	async run({ options: { dead, status, limit, cursor }, open }) {
		if (dead && status !== undefined && status !== "dead")
			throw new UsageError(`--dead and --status ${status} cannot be combined`);
		const wanted = dead ? "dead" : status;
		const { jobs } = await open();
		return jobs.list({ limit, cursor, ...(wanted !== undefined && { status: wanted }) });
	},
	show({ items, next }, { out, err, options }) {
		const wanted = options.dead ? "dead" : options.status;
		if (items.length === 0) {
			err.line(wanted === undefined ? "No jobs." : `No jobs with status ${wanted}.`);
			return;
		}
		const hasSession = items.some(({ session }) => session !== undefined);
		const columns = COLUMNS.filter(({ title }) => hasSession || title !== "SESSION");
		printTable(out, fitColumns(out, isWide(out) ? [...columns, ERROR] : columns, items), items);
		const errors = items.map(({ error }) => error);
		if (!isWide(out)) printErrors(out, errors);
		printNext(err, next);
		if (items.some(({ status }) => status === "dead"))
			err.line(dim("`holdfast jobs retry --all-dead` retries all dead jobs."));
	},
});
