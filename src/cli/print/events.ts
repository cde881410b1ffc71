import type { Event } from "../../event/index.ts";
import { fitText, padText, widthOf } from "../screen/fit-text.ts";
import { oneLine } from "../screen/neutralise.ts";
import { dim, type Screen, type Style } from "../screen/screen.ts";
import { deltaText, eventText, eventWho } from "./event-text.ts";

/** Widths of the columns for kind and source; smaller on narrow terminals. */
const [WIDE, NARROW] = [
	{ kind: 11, who: 11 },
	{ kind: 7, who: 6 },
];
const ROOMY = 80;
const STYLES: Readonly<Partial<Record<Event["source"], Style>>> = {
	user: "cyan",
	agent: "green",
	human: "magenta",
	tool: "yellow",
};

const two = (value: number): string => String(value).padStart(2, "0");

/** The local time of day; with the date if it is not today. */
export function clock(at: string, now: Date = new Date()): string {
	const date = new Date(at);
	if (Number.isNaN(date.getTime())) return at;
	const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
	if (date.toDateString() === now.toDateString()) return time;
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`;
}

/** Prints an event in one line: offset, time, kind, source, text, changes of state. */
export function printEvent(screen: Screen, event: Event): void {
	const head = `${String(event.offset).padStart(5)}  ${clock(event.at)}  `;
	const columns = screen.width < ROOMY ? NARROW : WIDE;
	const who = padText(fitText(oneLine(eventWho(event)), columns.who), columns.who);
	const kind = padText(fitText(event.kind, columns.kind), columns.kind);
	const room = screen.width - widthOf(head) - columns.kind - columns.who - 4;
	const text = oneLine(eventText(event));
	const delta = event.stateDelta ? oneLine(deltaText(event.stateDelta)) : "";
	const shown = fitText(text, room);
	const rest = delta === "" ? "" : fitText(`${text === "" ? "" : "  "}${delta}`, room - widthOf(shown));
	const style = STYLES[event.source];
	screen.line(
		dim(head),
		dim(kind),
		"  ",
		style ? { text: who, style } : who,
		"  ",
		event.erased ? dim(shown) : shown,
		dim(rest),
	);
}
