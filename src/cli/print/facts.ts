import type { Fact } from "../../memory/index.ts";
import { oneLine } from "../screen/neutralise.ts";
import { green, type Screen, type Span, yellow } from "../screen/screen.ts";
import { printParagraph } from "./paragraph.ts";

/** How many sources of a fact are printed; the rest is counted. */
const SOURCES = 4;

/** The sources of a fact: `s1:4, s1:6`, or the source that its writer gave. */
export function describeSources({ sources, source }: Pick<Fact, "sources" | "source">): string {
	if (source !== undefined) return oneLine(source);
	const told = sources.slice(0, SOURCES).map(({ sessionId, offset }) => `${oneLine(sessionId)}:${offset}`);
	const more = sources.length - told.length;
	return told.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** The owner of a fact. */
export function describeOwner({
	scope,
	userId,
	sessionId,
	space,
}: Pick<Fact, "scope" | "userId" | "sessionId" | "space">): string {
	const whose =
		scope === "user"
			? `user ${userId ?? ""}`
			: scope === "session"
				? `session ${sessionId ?? ""} only`
				: "all users";
	return oneLine(space === undefined ? whose : `${whose} in space ${space}`);
}

const mark = ({ pinned, status }: Fact): Span =>
	status !== "active" ? yellow("○ ") : pinned ? green("◆ ") : "• ";

/** Prints facts, each with its details. */
export function printFacts(screen: Screen, facts: readonly Fact[]): void {
	for (const fact of facts) {
		const from = describeSources(fact);
		const details = [
			`importance ${fact.importance.toFixed(2)}`,
			fact.pinned ? "pinned" : "",
			fact.status === "active" ? "" : fact.status,
			describeOwner(fact),
			from === "" ? fact.origin : `from ${from}`,
			fact.id,
		];
		printParagraph(screen, fact.content, { margin: "  ", first: mark(fact) });
		const text = details.filter((detail) => detail !== "").join(" · ");
		printParagraph(screen, text, { margin: "  ", first: "  ", style: "dim" });
	}
}
