import { styleText } from "node:util";
import type { Terminal } from "../terminal.ts";
import { neutralise, safeJson } from "./neutralise.ts";

export type Style =
	| "bold"
	| "dim"
	| "italic"
	| "underline"
	| "red"
	| "green"
	| "yellow"
	| "blue"
	| "cyan"
	| "magenta";

/** A piece of text with a style. Plain strings have none. */
export type Span = string | { readonly text: string; readonly style: Style };

const look =
	(style: Style) =>
	(text: string | number): Span => ({ text: String(text), style });

export const bold = look("bold");
export const dim = look("dim");
export const red = look("red");
export const green = look("green");
export const yellow = look("yellow");
export const cyan = look("cyan");
export const magenta = look("magenta");

/** The output of a command. It neutralises control characters in all text, so that no caller can forget it. */
export interface Screen {
	readonly isTty: boolean;
	/** Columns of the terminal; unlimited without one. */
	readonly width: number;
	/** Prints a line. */
	line(...spans: readonly Span[]): void;
	/** Prints without a line end, for text that arrives in pieces. */
	text(...spans: readonly Span[]): void;
	/** Prints a value as JSON. */
	json(value: unknown, indent?: number): void;
	/** Prints text unchanged, and waits until it is written. Never to a terminal: see `export`. */
	raw(text: string): Promise<void>;
	/** Moves to the beginning of the line and clears it, on a terminal. */
	clearLine(): void;
}

type Out = Terminal["stdout"];

/** NO_COLOR turns colours off, FORCE_COLOR on. By default, terminals that are not dumb have colours. */
function hasColour(out: Out, env: Terminal["env"]): boolean {
	if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
	if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "") return env.FORCE_COLOR !== "0";
	return out.isTTY === true && env.TERM !== "dumb";
}

export function createScreen(out: Out, env: Terminal["env"]): Screen {
	const colours = hasColour(out, env);
	const isTty = out.isTTY === true;
	const shown = (span: Span): string => {
		if (typeof span === "string") return neutralise(span);
		const text = neutralise(span.text);
		return colours && text !== "" ? styleText(span.style, text, { validateStream: false }) : text;
	};
	return {
		isTty,
		get width() {
			return isTty ? Math.max(20, out.columns || 80) : Number.POSITIVE_INFINITY;
		},
		line: (...spans) => void out.write(`${spans.map(shown).join("")}\n`),
		text: (...spans) => void out.write(spans.map(shown).join("")),
		json: (value, indent) => void out.write(`${safeJson(value, indent)}\n`),
		raw: (text) =>
			new Promise((resolve, reject) => {
				out.write(text, (error) => (error ? reject(error) : resolve()));
			}),
		clearLine: () => {
			if (isTty) out.write("\r\u001b[K");
		},
	};
}
