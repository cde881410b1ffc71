import type { RebuildReport } from "../../memory/index.ts";
import { bold, dim, green, red, type Screen, type Style } from "../screen/screen.ts";
import { amount } from "./amount.ts";
import { printParagraph } from "./paragraph.ts";

/** What deriving the facts again changes, as a diff. */
export function printRebuild(screen: Screen, report: RebuildReport): void {
	const { dryRun, sessions, added, removed, changed, unchanged, kept } = report;
	const line = (sign: "+" | "-", text: string): void => {
		const style: Style = sign === "+" ? "green" : "red";
		const first = sign === "+" ? green("+ ") : red("- ");
		printParagraph(screen, text, { margin: "  ", first, style });
	};
	for (const { content } of removed) line("-", content);
	for (const { content } of added) line("+", content);
	for (const { before, after } of changed) {
		if (before === after) {
			printParagraph(screen, `${after} (weighed anew)`, { margin: "  ", first: "~ " });
			continue;
		}
		line("-", before);
		line("+", after);
	}
	const verb = dryRun ? "would be " : "";
	screen.line(
		bold(
			`${amount(added.length, "fact")} ${verb}added, ${removed.length} removed, ${changed.length} changed`,
		),
		dim(`; ${unchanged} as before, ${kept} not derived again, from ${amount(sessions, "session")}`),
	);
}
