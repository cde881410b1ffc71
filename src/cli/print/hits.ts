import type { Hit } from "../../session/index.ts";
import { ago } from "../screen/ago.ts";
import { padText } from "../screen/fit-text.ts";
import { oneLine } from "../screen/neutralise.ts";
import { bold, cyan, dim, type Screen, type Span, yellow } from "../screen/screen.ts";
import { describeSources } from "./facts.ts";
import { printParagraph } from "./paragraph.ts";

/** Length of the bar of the largest part. */
const BAR = 12;
/** Width of a part: name, number and bar. */
const CELL = 10 + 1 + 6 + 1 + BAR + 2;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar for a share; a small share is still visible. */
function bar(share: number): string {
	const eighths = Math.max(1, Math.round(Math.min(1, share) * BAR * 8));
	return "█".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "");
}

/** Prints hits: rank, score, text, the parts of the score, and sources. */
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
		const whose = [...new Set(hit.sources.flatMap(({ userId }) => (userId === undefined ? [] : [userId])))];
		const details = [
			hit.kind,
			...whose.map((id) => `user ${id}`),
			from === "" ? "written" : `from ${from}`,
			...facts,
			ago(hit.at),
			hit.id,
		];
		printParagraph(screen, details.map(oneLine).join(" · "), { margin, style: "dim" });
	}
}

/** Prints a text after the head of its first line. */
function printHead(screen: Screen, margin: string, head: readonly Span[]): (text: string) => void {
	return (text) => {
		screen.text(...head);
		printParagraph(screen, oneLine(text), { margin, first: "" });
	};
}

/** The order of the parts; others follow. */
const ORDER = [
	"keyword",
	"vector",
	"context",
	"session",
	"date",
	"speaker",
	"recency",
	"importance",
	"prior",
];
const placeOf = (name: string): number => (ORDER.indexOf(name) + ORDER.length + 1) % (ORDER.length + 1);

/** On a terminal, each part with a bar, two per line if they fit; elsewhere all in one line. */
function printParts(
	screen: Screen,
	{ parts }: Hit,
	{ margin, largest }: { margin: string; largest: number },
): void {
	const told = Object.entries(parts)
		.filter(([, value]) => Math.abs(value) >= 0.0005)
		.sort(([a], [b]) => placeOf(a) - placeOf(b));
	if (!screen.isTty) {
		screen.line(margin, told.map(([name, value]) => `${name} ${value.toFixed(3)}`).join(", "));
		return;
	}
	const cells = told.map(([name, value]): Span[] => {
		const length = padText(bar(Math.abs(value) / (largest || 1)), BAR);
		return [
			dim(`${padText(name, 10)} ${padText(value.toFixed(3), 6, "right")} `),
			value < 0 ? yellow(length) : cyan(length),
			"  ",
		];
	});
	const across = screen.width >= margin.length + 2 * CELL ? 2 : 1;
	for (let at = 0; at < cells.length; at += across)
		screen.line(margin, ...cells.slice(at, at + across).flat());
}
