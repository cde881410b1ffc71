import type { Session } from "../../session/index.ts";
import type { Consolidation } from "../consolidation.ts";
import { dim, red, type Screen, yellow } from "../screen/screen.ts";
import { printParagraph } from "./paragraph.ts";

/** Prints the consolidation status of a session, unless it is done. */
export function printConsolidation(
	screen: Screen,
	{ sessionId }: Pick<Session, "sessionId">,
	{ status, job, error }: Consolidation,
): void {
	const margin = "  ";
	const tell = (text: string): void => printParagraph(screen, text, { margin, first: yellow("! ") });
	const fail = (text: string): void => printParagraph(screen, text, { margin, first: red("✗ ") });
	const why = job?.error ?? "no reason given";
	if (status === "open") {
		const quiet = job ? "when the session has been quiet for a while, or " : "";
		printParagraph(
			screen,
			`not consolidated yet: facts are extracted ${quiet}when it ends (\`holdfast memory end ${sessionId}\`)`,
			{ style: "dim" },
		);
	} else if (status === "waiting") tell("waiting for consolidation; look again later");
	else if (status === "running") tell("consolidation is running; look again in a moment");
	else if (error !== undefined) {
		fail(error);
		if (job) screen.line(margin, dim(`To retry: \`holdfast jobs retry ${job.id}\``));
	} else if (status === "failed") {
		const next = job ? ` at ${job.dueAt.slice(0, 16).replace("T", " ")} UTC` : " automatically";
		fail(`consolidation failed: ${why}`);
		screen.line(margin, dim(`It is retried${next}. To retry now: \`holdfast jobs retry ${job?.id ?? ""}\``));
	} else if (status === "dead") {
		fail(`consolidation failed permanently: ${why}`);
		screen.line(margin, dim(`To retry: \`holdfast jobs retry ${job?.id ?? ""}\``));
	}
}
