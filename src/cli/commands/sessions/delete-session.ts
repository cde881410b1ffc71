import { receipt } from "../../../wire/receipt.ts";
import { answers } from "../../command.ts";
import { printReceipt } from "../../print/receipt.ts";
import { removeSession } from "../memory/remove-memory.ts";
import { rm } from "./spec.ts";

export const deleteSession = answers(rm, {
	answer: receipt,
	run: (call) => removeSession(call, call.args.session, call.options),
	show: (done, { out }) => printReceipt(out, done),
	failed: ({ complete }) => !complete,
});
