import { runResult } from "../run.ts";
import { id } from "../value.ts";

export const runOutput = runResult.extend({
	userId: id.optional().meta({ description: "The user of the run" }),
});
