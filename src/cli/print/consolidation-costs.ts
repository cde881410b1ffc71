import type { SessionConsolidation } from "../../session/index.ts";
import { ago } from "../screen/ago.ts";
import { dim, type Screen } from "../screen/screen.ts";
import { printTable } from "../screen/table.ts";
import { type FittingColumn, fitColumns } from "./fit-columns.ts";
import { printParagraph } from "./paragraph.ts";

const range = ({ from, to }: SessionConsolidation): string =>
	to - from === 1 ? String(from) : `${from}–${to - 1}`;

const tookText = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** The built-in rules use no tokens. */
const tokensText = ({ calls, inputTokens, outputTokens }: SessionConsolidation): string =>
	calls === 0 ? "" : `${inputTokens} in, ${outputTokens} out`;

/** Prints the cost of each consolidation of a session, newest first, and which parts of the answers were rejected. */
export function printConsolidationCosts(screen: Screen, items: readonly SessionConsolidation[]): void {
	if (items.length === 0) return;
	const columns: FittingColumn<SessionConsolidation>[] = [
		{ title: "WHEN", value: ({ at }) => ago(at) },
		{ title: "OFFSETS", value: range },
		{ title: "EXTRACTOR", value: ({ extractor }) => extractor, shrinks: true },
		{ title: "STATEMENTS", value: ({ statements }) => statements, align: "right" },
		{ title: "DURATION", value: ({ ms }) => tookText(ms), align: "right" },
		{ title: "CALLS", value: ({ calls }) => calls, align: "right", spare: 1 },
		{ title: "TOKENS", value: tokensText },
	];
	screen.line("");
	printTable(screen, fitColumns(screen, columns, items), items);
	for (const one of items)
		for (const reason of new Set(one.dropped))
			printParagraph(screen, `rejected: ${reason}`, { margin: "  ", style: "dim", first: dim("- ") });
}
