import { z } from "zod";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { amount } from "../../print/amount.ts";
import { green, red } from "../../screen/screen.ts";
import { eachJob } from "./each-job.ts";
import { drop } from "./spec.ts";

export const dropJobs = answers(drop, {
	answer: z.object({
		dropped: z.array(z.string()).meta({ description: "Ids of jobs that are gone" }),
		missing: z.array(z.string()).meta({ description: "Ids of jobs that do not wait and were not given up" }),
	}),
	async run(call) {
		const ids = [...new Set(call.args.ids)];
		const { jobs } = await call.open();
		const where = describeTarget(await call.target());
		await call.confirm(`Drop ${amount(ids.length, "job")} on ${where}? What they were to do is never done.`);
		const { done, missing } = await eachJob(ids, "Dropping", call, (id) => jobs.drop(id));
		return { dropped: done, missing };
	},
	show({ dropped, missing }, { out, err }) {
		if (dropped.length > 0) out.line(green("✓ "), `${amount(dropped.length, "job")} dropped.`);
		for (const id of missing) err.line(red("✗ "), `there is no job "${id}" that waits or was given up`);
	},
	failed: ({ missing }) => missing.length > 0,
});
