import type { RebuildReport } from "../../memory/index.ts";
import { green, red, type Screen, type Style } from "../screen/screen.ts";
import { amount } from "./amount.ts";
import { printParagraph } from "./paragraph.ts";

/** Prints the changes of a rebuild as a diff. */
export function printRebuild(screen: Screen, report: RebuildReport): void {
	const { added, removed, changed } = report;
	const line = (sign: "+" | "-", text: string): void => {
		const style: Style = sign === "+" ? "green" : "red";
		const first = sign === "+" ? green("+ ") : red("- ");
		printParagraph(screen, text, { margin: "  ", first, style });
	};
	for (const { content } of removed) line("-", content);
	for (const { content } of added) line("+", content);
	for (const { before, after } of changed) {
		if (before === after) {
			printParagraph(screen, `${after} (only its weight changed)`, { margin: "  ", first: "~ " });
			continue;
		}
		line("-", before);
		line("+", after);
	}
	printRebuildSum(screen, report);
}

/** Prints the counts of a rebuild. */
export function printRebuildSum(screen: Screen, report: RebuildReport): void {
	const { dryRun, sessions, added, removed, changed, unchanged, kept } = report;
	const verb = dryRun ? "would be " : "";
	const changes = `${amount(added.length, "fact")} ${verb}added, ${removed.length} removed, ${changed.length} changed`;
	printParagraph(screen, changes, { style: "bold" });
	const rest = `${unchanged} unchanged, ${kept} kept without extraction, from ${amount(sessions, "session")}`;
	printParagraph(screen, rest, { style: "dim" });
}
