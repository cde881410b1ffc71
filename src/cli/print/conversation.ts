import type { Event } from "../../event/index.ts";
import { fitText } from "../screen/fit-text.ts";
import { oneLine } from "../screen/neutralise.ts";
import { dim, type Screen, type Style } from "../screen/screen.ts";
import { contentText } from "./event-text.ts";
import { printParagraph } from "./paragraph.ts";

/** Indentation of the text below the speaker. */
const MARGIN = "  ";
/** Maximum length of a tool's line without a terminal, so that it stays readable. */
const LONGEST = 300;

/** The speaker and their colour. */
function speakerOf(event: Event & { kind: "message" | "reply" }): { who: string; style: Style } {
	const { source } = event;
	const name = event.kind === "message" ? event.data.displayName : undefined;
	const role = event.kind === "message" ? event.data.role : "assistant";
	if (source === "human") return { who: name === undefined ? "human" : `${name} (human)`, style: "magenta" };
	if (role === "user") return { who: name ?? "user", style: "cyan" };
	if (role === "assistant") return { who: name ?? "agent", style: "green" };
	return { who: name ?? role, style: "yellow" };
}

const json = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** An event that is not a message, in one line. */
function describeEvent(event: Event): string {
	if (event.erased) return `(${event.kind} erased)`;
	switch (event.kind) {
		case "tool_call":
			return `→ ${event.data.name} ${json(event.data.input)}`;
		case "tool_result":
			return `← ${event.data.name}${event.data.isError ? " failed:" : ""} ${json(event.data.output)}`;
		case "mode": {
			const by = event.data.by === undefined ? "" : ` by ${event.data.by}`;
			const why = event.data.reason ? `: ${event.data.reason}` : "";
			return event.data.to === "manual"
				? `· handed over to a human${by}${why}`
				: `· handed back to the agent${by}${why}`;
		}
		case "session":
			return `· session ${event.data.change}`;
		case "summary":
			return `· summary up to #${event.data.upTo}: ${event.data.content}`;
		default:
			return `· ${event.kind} ${json(event.data)}`;
	}
}

const time = (at: string): string => at.slice(0, 16).replace("T", " ");

/** Prints a conversation: speakers with their messages, and one line per tool call. */
export function printConversation(screen: Screen, events: readonly Event[]): void {
	let heading = "";
	for (const event of events) {
		if ((event.kind !== "message" && event.kind !== "reply") || event.erased) {
			const room = Math.min(screen.width - MARGIN.length, LONGEST);
			screen.line(MARGIN, dim(fitText(oneLine(describeEvent(event)), room)));
			continue;
		}
		const { who, style } = speakerOf(event);
		const text = fitText(oneLine(who), Math.max(10, Math.min(screen.width, 120) - 28));
		if (heading !== "") screen.line("");
		heading = who;
		screen.line({ text, style }, dim(`  #${event.offset}  ${time(event.at)}`));
		printParagraph(screen, contentText(event.data.content), { margin: MARGIN });
	}
}
