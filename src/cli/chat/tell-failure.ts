import { HoldfastError } from "../../error/index.ts";
import { failureMessage } from "../failure-message.ts";
import { printParagraph } from "../print/paragraph.ts";
import { red, type Screen, yellow } from "../screen/screen.ts";
import { note } from "./note.ts";

const ADVICE: Readonly<Record<string, string>> = {
	model_failed: "Type it again, or see `holdfast doctor` for how the model is set up.",
	busy: "The session is busy with another run. Type it again in a moment.",
	unavailable: "Type it again in a moment.",
	forbidden: "The key does not allow it; ask for one that does.",
	limit_exceeded: "Type it again in a moment, or send less.",
};

export const isCancelled = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && error.code === "cancelled";

/** Says what went wrong and what to do. The conversation goes on. */
export function tellFailure(screen: Screen, error: unknown): void {
	if (isCancelled(error)) {
		note(screen, "Cancelled. What was said so far stays in the session.", yellow("✗ "));
		return;
	}
	printParagraph(screen, failureMessage(error), { margin: "  ", first: red("✗ "), style: "red" });
	if (!HoldfastError.isInstance(error)) return;
	const { runId } = error.fields;
	const advice = [
		ADVICE[error.code],
		...(typeof runId === "string" ? [`\`holdfast runs trace ${runId}\` shows what was tried.`] : []),
	].filter((line) => line !== undefined);
	for (const line of advice) note(screen, line, "  ");
}
