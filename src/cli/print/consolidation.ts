import type { Session } from "../../session/index.ts";
import type { Consolidation } from "../consolidation.ts";
import { dim, red, type Screen, yellow } from "../screen/screen.ts";
import { printParagraph } from "./paragraph.ts";

/** Says whether facts were made of a session, where that is news. */
export function printConsolidation(
	screen: Screen,
	{ sessionId }: Pick<Session, "sessionId">,
	{ status, job, error }: Consolidation,
): void {
	const margin = "  ";
	const tell = (text: string): void => printParagraph(screen, text, { margin, first: yellow("! ") });
	const fail = (text: string): void => printParagraph(screen, text, { margin, first: red("✗ ") });
	const why = job?.error ?? "no reason was told";
	if (status === "open") {
		const quiet = job ? "when the session has been quiet for a while, or " : "";
		printParagraph(
			screen,
			`not consolidated yet: facts are made ${quiet}when it ends (\`holdfast memory end ${sessionId}\`)`,
			{ style: "dim" },
		);
	} else if (status === "waiting") tell("waits to be consolidated: its facts are made before long");
	else if (status === "running") tell("is being consolidated: look again in a moment");
	else if (error !== undefined) {
		fail(error);
		if (job) screen.line(margin, dim(`\`holdfast jobs retry ${job.id}\` tries it again.`));
	} else if (status === "failed") {
		const next = job ? `, the next time at ${job.dueAt.slice(0, 16).replace("T", " ")} UTC` : "";
		fail(`consolidation failed: ${why}`);
		screen.line(margin, dim(`It is tried again${next}, or now: \`holdfast jobs retry ${job?.id ?? ""}\`.`));
	} else if (status === "dead") {
		fail(`consolidation was given up: ${why}`);
		screen.line(margin, dim(`\`holdfast jobs retry ${job?.id ?? ""}\` tries it again.`));
	}
}
