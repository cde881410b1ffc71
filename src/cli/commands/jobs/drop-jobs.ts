import { droppedJobs } from "../../../wire/cli/jobs.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { amount } from "../../print/amount.ts";
import { green, red } from "../../screen/screen.ts";
import { eachJob } from "./each-job.ts";
import { drop } from "./spec.ts";

export const dropJobs = answers(drop, {
	answer: droppedJobs,
	async run(call) {
		const ids = [...new Set(call.args.ids)];
		const { jobs } = await call.open();
		const where = describeTarget(await call.target());
		await call.confirm(
			`Permanently delete ${amount(ids.length, "job")} on ${where}? Their work will not be done.`,
		);
		const { done, missing } = await eachJob(ids, "Deleting", call, (id) => jobs.drop(id));
		return { dropped: done, missing };
	},
	show({ dropped, missing }, { out, err }) {
		if (dropped.length > 0) out.line(green("✓ "), `${amount(dropped.length, "job")} deleted.`);
		for (const id of missing) err.line(red("✗ "), `no waiting or failed job has the id "${id}"`);
	},
	failed: ({ missing }) => missing.length > 0,
});
