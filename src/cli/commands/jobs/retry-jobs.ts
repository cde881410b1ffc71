import { z } from "zod";
import type { Jobs } from "../../../job/index.ts";
import { answers } from "../../command.ts";
import { amount } from "../../print/amount.ts";
import { green, red } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";
import { eachJob, type Handled } from "./each-job.ts";
import { retry } from "./spec.ts";

const MOST = 1_000;

export const retryJobs = answers(retry, {
	answer: z.object({
		retried: z.array(z.string()).meta({ description: "Ids of jobs that are tried again" }),
		missing: z.array(z.string()).meta({ description: "Ids of jobs that do not wait and were not given up" }),
	}),
	async run(call) {
		const { args, options } = call;
		if (options.allDead && args.ids.length > 0) throw new UsageError("name jobs or say --all-dead, not both");
		if (!options.allDead && args.ids.length === 0)
			throw new UsageError("name the jobs to try again, or say --all-dead");
		const { jobs } = await call.open();
		const handle = (ids: readonly string[]): Promise<Handled> =>
			eachJob(ids, "Trying again", call, (id) => jobs.retry(id));
		const { done, missing } = options.allDead
			? await retryAll(jobs, handle)
			: await handle([...new Set(args.ids)]);
		return { retried: done, missing };
	},
	show({ retried, missing }, { out, err, options }) {
		if (options.allDead && retried.length === 0) err.line("No job was given up: there is nothing to do.");
		else if (retried.length > 0) out.line(green("✓ "), `${amount(retried.length, "job")} tried again.`);
		for (const id of missing) err.line(red("✗ "), `there is no job "${id}" that waits or was given up`);
	},
	failed: ({ missing }) => missing.length > 0,
});

/** Also more than one list holds; those that die again meanwhile wait for the next call. */
async function retryAll(jobs: Jobs, handle: (ids: readonly string[]) => Promise<Handled>): Promise<Handled> {
	const all: Handled = { done: [], missing: [] };
	const seen = new Set<string>();
	while (true) {
		const dead = (await jobs.list({ status: "dead", limit: MOST })).items
			.map(({ id }) => id)
			.filter((id) => !seen.has(id));
		if (dead.length === 0) return all;
		for (const id of dead) seen.add(id);
		// One that is gone by now is somebody else's success.
		all.done.push(...(await handle(dead)).done);
	}
}
