import type { Jobs } from "../../../job/index.ts";
import { retriedJobs } from "../../../wire/cli/jobs.ts";
import { answers } from "../../command.ts";
import { amount } from "../../print/amount.ts";
import { green, red } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";
import { eachJob, type Handled } from "./each-job.ts";
import { retry } from "./spec.ts";

const MOST = 1_000;

export const retryJobs = answers(retry, {
	answer: retriedJobs,
	async run(call) {
		const { args, options } = call;
		if (options.allDead && args.ids.length > 0)
			throw new UsageError("job ids and --all-dead cannot be combined");
		if (!options.allDead && args.ids.length === 0)
			throw new UsageError("name the jobs to retry, or add --all-dead");
		const { jobs } = await call.open();
		const handle = (ids: readonly string[]): Promise<Handled> =>
			eachJob(ids, "Retrying", call, (id) => jobs.retry(id));
		const { done, missing } = options.allDead
			? await retryAll(jobs, handle)
			: await handle([...new Set(args.ids)]);
		return { retried: done, missing };
	},
	show({ retried, missing }, { out, err, options }) {
		if (options.allDead && retried.length === 0) err.line("No jobs have failed permanently.");
		else if (retried.length > 0) out.line(green("✓ "), `Retrying ${amount(retried.length, "job")}.`);
		for (const id of missing) err.line(red("✗ "), `no waiting or failed job has the id "${id}"`);
	},
	failed: ({ missing }) => missing.length > 0,
});

/** Retries all dead jobs, page by page. Jobs that fail again in the meantime wait for the next call. */
async function retryAll(jobs: Jobs, handle: (ids: readonly string[]) => Promise<Handled>): Promise<Handled> {
	const all: Handled = { done: [], missing: [] };
	const seen = new Set<string>();
	while (true) {
		const dead = (await jobs.list({ status: "dead", limit: MOST })).items
			.map(({ id }) => id)
			.filter((id) => !seen.has(id));
		if (dead.length === 0) return all;
		for (const id of dead) seen.add(id);
		// A job that no longer exists has been done or deleted by another process.
		all.done.push(...(await handle(dead)).done);
	}
}
