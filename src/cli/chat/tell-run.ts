import type { Json } from "../../event/index.ts";
import type { RunResult, RunStream } from "../../turn/index.ts";
import { fitText } from "../screen/fit-text.ts";
import { oneLine } from "../screen/neutralise.ts";
import { dim, red, type Screen, type Span } from "../screen/screen.ts";
import { createFlow, type Flow } from "./flow.ts";

/** Maximum length of a tool's line without a terminal, so that it stays readable. */
const LONGEST = 300;

const text = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * Prints a run while it streams: the text as it arrives, and one line per tool call. Resolves with the result of the run, or
 * rejects with its error.
 */
export async function tellRun(stream: RunStream, out: Screen, lead: readonly Span[]): Promise<RunResult> {
	let flow: Flow | undefined;
	let hasSpoken = false;
	// Show that the message was received until the answer starts.
	let isWaiting = out.isTty;
	if (isWaiting) out.text(dim("…"));
	const endWaiting = (): void => {
		if (isWaiting) out.clearLine();
		isWaiting = false;
	};
	const endText = (): void => {
		flow?.end();
		flow = undefined;
	};
	const speak = (said: string): void => {
		hasSpoken = true;
		flow ??= createFlow(out, lead);
		flow.push(said);
	};
	const aside = (mark: string, line: string, style: (text: string) => Span = dim): void => {
		endText();
		out.line("  ", style(fitText(`${mark} ${oneLine(line)}`, Math.min(out.width - 3, LONGEST))));
	};
	try {
		for await (const event of stream) {
			if (event.type !== "step") endWaiting();
			if (event.type === "text-delta") speak(event.delta);
			else if (event.type === "tool-call") aside("→", `${event.name} ${text(event.input)}`);
			else if (event.type === "tool-result") {
				const line = `${event.name}${event.isError ? " failed:" : ""} ${text(event.output)}`;
				aside("←", line, event.isError ? red : dim);
			} else if (event.type === "reply") {
				endText();
				speak(event.content);
				endText();
			} else if (event.type === "finish" && !hasSpoken && event.output !== "") speak(event.output);
		}
	} finally {
		endWaiting();
		endText();
	}
	return stream.result;
}
