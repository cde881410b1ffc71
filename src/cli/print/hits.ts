import type { Hit } from "../../session/index.ts";
import { ago } from "../screen/ago.ts";
import { padText } from "../screen/fit-text.ts";
import { oneLine } from "../screen/neutralise.ts";
import { bold, cyan, dim, type Screen, type Span, yellow } from "../screen/screen.ts";
import { describeSources } from "./facts.ts";
import { printParagraph } from "./paragraph.ts";

/** How long the bar of the largest part is. */
const BAR = 12;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar as long as its share; a small share still shows. */
function bar(share: number): string {
	const eighths = Math.max(1, Math.round(Math.min(1, share) * BAR * 8));
	return "█".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "");
}

/** What was found: rank and score, what it says, what the score is made of, where it comes from. */
export function printHits(screen: Screen, hits: readonly Hit[]): void {
	const ranks = String(hits.length).length;
	const margin = " ".repeat(ranks + 9);
	const largest = Math.max(0, ...hits.flatMap(({ parts }) => Object.values(parts).map(Math.abs)));
	for (const [i, hit] of hits.entries()) {
		const rank = `${padText(String(i + 1), ranks, "right")}.`;
		const speaker = hit.kind === "message" ? `${hit.displayName ?? hit.role ?? "message"}: ` : "";
		const shown = printHead(screen, margin, [
			bold(rank),
			" ",
			cyan(padText(hit.score.toFixed(3), 6, "right")),
			" ",
		]);
		shown(speaker + hit.content);
		printParts(screen, hit, { margin, largest });
		const facts = hit.importance === undefined ? [] : [`importance ${hit.importance.toFixed(2)}`];
		const from = describeSources({ sources: hit.sources.map((one) => ({ agentId: "", ...one })) });
		const details = [hit.kind, from === "" ? "written" : `from ${from}`, ...facts, ago(hit.at), hit.id];
		printParagraph(screen, details.map(oneLine).join(" · "), { margin, style: "dim" });
	}
}

/** The text stands behind what is in front of its first line. */
function printHead(screen: Screen, margin: string, head: readonly Span[]): (text: string) => void {
	return (text) => {
		screen.text(...head);
		printParagraph(screen, oneLine(text), { margin, first: "" });
	};
}

/** Parts by size: on a terminal each with a bar, elsewhere in one line. */
function printParts(
	screen: Screen,
	{ parts }: Hit,
	{ margin, largest }: { margin: string; largest: number },
): void {
	const told = Object.entries(parts)
		.filter(([, value]) => Math.abs(value) >= 0.0005)
		.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
	if (!screen.isTty) {
		screen.line(margin, told.map(([name, value]) => `${name} ${value.toFixed(3)}`).join(", "));
		return;
	}
	for (const [name, value] of told) {
		const length = bar(Math.abs(value) / (largest || 1));
		screen.line(
			...[margin, dim(padText(name, 10)), " ", dim(padText(value.toFixed(3), 6, "right")), " "],
			value < 0 ? yellow(length) : cyan(length),
		);
	}
}
