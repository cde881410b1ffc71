import { HoldfastError } from "../../error/index.ts";
import { failureMessage } from "../failure-message.ts";
import { printParagraph } from "../print/paragraph.ts";
import { red, type Screen, yellow } from "../screen/screen.ts";
import { note } from "./note.ts";

const ADVICE: Readonly<Record<string, string>> = {
	model_failed: "Try again, or check the model with `holdfast doctor`.",
	busy: "The session is busy with another run. Try again in a moment.",
	unavailable: "Try again in a moment.",
	forbidden: "Your key does not allow this. Ask for a key with a higher scope.",
	limit_exceeded: "Try again in a moment, or send less.",
};

export const isCancelled = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && error.code === "cancelled";

/** Prints an error and what to do. The conversation continues. */
export function tellFailure(screen: Screen, error: unknown): void {
	if (isCancelled(error)) {
		note(screen, "Cancelled. The messages so far stay in the session.", yellow("✗ "));
		return;
	}
	printParagraph(screen, failureMessage(error), { margin: "  ", first: red("✗ "), style: "red" });
	if (!HoldfastError.isInstance(error)) return;
	const { runId } = error.fields;
	const advice = [
		ADVICE[error.code],
		...(typeof runId === "string" ? [`For details: \`holdfast runs trace ${runId}\``] : []),
	].filter((line) => line !== undefined);
	for (const line of advice) note(screen, line, "  ");
}
