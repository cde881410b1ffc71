import { run } from "../../../wire/run.ts";
import { answers } from "../../command.ts";
import { green } from "../../screen/screen.ts";
import { cancel } from "./spec.ts";

export const cancelRun = answers(cancel, {
	answer: run,
	run: async ({ args, open }) => (await open()).runs.cancel(args.run),
	show({ id, status }, { out }) {
		if (status === "cancelled") out.line(green("✓ "), `Run ${id} cancelled.`);
		else out.line(`Run ${id} had ended already: ${status}.`);
	},
});
