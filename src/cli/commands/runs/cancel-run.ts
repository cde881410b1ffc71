import { run } from "../../../server/resources/shapes-runs.ts";
import { answers } from "../../command.ts";
import { green } from "../../screen/screen.ts";
import { cancel } from "./spec.ts";

export const cancelRun = answers(cancel, {
	answer: run,
	run: async ({ args, open }) => (await open()).runs.cancel(args.run),
	show({ id, status }, { out }) {
		if (status === "cancelled") out.line(green("✓ "), `run ${id} is cancelled`);
		else out.line(`run ${id} had ended before: ${status}`);
	},
});
