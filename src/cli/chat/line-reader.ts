import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createScreen, cyan, dim, type Screen, type Span, yellow } from "../screen/screen.ts";
import type { Terminal } from "../terminal.ts";
import { createPasteFilter, MARK_NO_PASTES, MARK_PASTES, withLineEnds } from "./paste.ts";

/*
 * Keys go to readline only while a line is being read. Keys that are typed in between wait, so that nothing is echoed
 * into an answer. Only Ctrl-C is handled immediately.
 *
 *   waiting ──read()──▶ editing ──Enter──▶ waiting
 *      │ Ctrl-C: interrupt     │ Ctrl-C: clears the line; twice on an empty line: leaves. Ctrl-D leaves
 */

/** Lines that a user types on a terminal. */
export interface LineReader {
	/** The next message; undefined when the user leaves. */
	read(): Promise<string | undefined>;
	/** Whether the user says yes. */
	ask(question: string): Promise<boolean>;
	/** Prints above the line that is being typed, which stays as it is. */
	above(print: () => void): void;
	/** Set while an operation runs that Ctrl-C ends. */
	onInterrupt: (() => void) | undefined;
	close(): void;
}

const CTRL_C = "\u0003";
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is a key.
const LINE_OR_BREAK = /\r\n|[\r\n\u0003]/;
/** Longer than the rest of an escape sequence can be. */
const PASTED = /^\P{Cc}{8,}/u;
/** Maximum length of the text that is typed ahead. */
const MOST_WAITING = 2 ** 20;

export function createLineReader(
	terminal: Terminal,
	out: Screen,
	{ complete, signal }: { complete(line: string): string[]; signal: AbortSignal },
): LineReader {
	const { stdin, stdout } = terminal;
	const prompts = { first: styled(terminal, cyan("› ")), more: styled(terminal, dim("… ")) };
	let editing: ((line: string | undefined) => void) | undefined;
	let waiting = "";
	let hasEnded = false;
	let isClosed = false;
	/** Ctrl-C was pressed on an empty line; the next one leaves. */
	let isWarned = false;

	const keys = Object.assign(new Readable({ read() {} }), {
		isTTY: true,
		setRawMode: (on: boolean) => void (stdin as Partial<NodeJS.ReadStream>).setRawMode?.(on),
	});
	const output = Object.defineProperty(
		new Writable({
			decodeStrings: false,
			write(text, _, done) {
				stdout.write(text);
				done();
			},
		}),
		"columns",
		{ get: () => stdout.columns },
	);
	const lines = createInterface({
		input: keys,
		output,
		terminal: true,
		historySize: 500,
		removeHistoryDuplicates: true,
		completer: (line: string) => [complete(line), line],
	});
	const marksPastes = out.isTty && terminal.env.TERM !== "dumb";
	if (marksPastes) stdout.write(MARK_PASTES);

	/** Ends a line that is being edited. */
	const settle = (line: string | undefined): void => {
		const resolve = editing;
		editing = undefined;
		resolve?.(line);
	};
	/**
	 * Readline loses count of the rows if several keys arrive together. Therefore it gets them one by one. Text that is too
	 * long for keys was pasted, and is inserted in one step.
	 */
	const press = (piece: string): void => {
		if (piece.includes("\u001b")) {
			keys.emit("data", Buffer.from(piece));
			return;
		}
		const [text = ""] = PASTED.exec(piece) ?? [];
		if (text !== "") lines.write(text);
		for (const key of piece.slice(text.length)) keys.emit("data", Buffer.from(key));
	};
	/** Passes keys to readline, up to one line; the next line needs another read. */
	const feed = (): void => {
		while (editing && waiting !== "") {
			const end = LINE_OR_BREAK.exec(waiting);
			const size = end ? end.index + end[0].length : waiting.length;
			const piece = waiting.slice(0, size);
			waiting = waiting.slice(size);
			press(piece);
		}
		if (editing && hasEnded) settle(undefined);
	};
	const decoder = new StringDecoder("utf8");
	const filter = createPasteFilter();
	const onData = (chunk: Buffer | string): void => {
		const typed = filter(typeof chunk === "string" ? chunk : decoder.write(chunk));
		waiting = (waiting + typed).slice(0, MOST_WAITING);
		const at = editing ? -1 : waiting.lastIndexOf(CTRL_C);
		if (at >= 0) {
			waiting = waiting.slice(at + 1);
			reader.onInterrupt?.();
		}
		feed();
	};
	const onEnd = (): void => {
		hasEnded = true;
		feed();
	};
	const onResize = (): void => {
		if (!editing) return;
		// The terminal has wrapped its content again: update the number of rows, so that no row above the line is cleared.
		Object.assign(lines, { prevRows: lines.getCursorPos().rows });
		output.emit("resize");
	};
	const leave = (): void => settle(undefined);
	stdin.on("data", onData);
	stdin.on("end", onEnd);
	stdout.on("resize", onResize);
	signal.addEventListener("abort", leave);
	lines.on("line", (line) => {
		isWarned = false;
		settle(line);
	});
	lines.on("close", () => {
		isClosed = true;
		leave();
	});
	lines.on("SIGINT", () => settle(CTRL_C));

	/** A line as typed; CTRL_C if that was pressed. */
	const edit = (prompt: string): Promise<string | undefined> =>
		new Promise((resolve) => {
			if (signal.aborted || isClosed) return resolve(undefined);
			editing = resolve;
			lines.setPrompt(prompt);
			lines.prompt();
			feed();
		});
	/** Clears the line, and returns its content. */
	const clear = (): { line: string; cursor: number } => {
		const { line, cursor } = lines;
		lines.write(null, { ctrl: true, name: "e" });
		lines.write(null, { ctrl: true, name: "u" });
		return { line, cursor };
	};
	const interrupted = (typed: boolean): boolean => {
		const { line } = clear();
		out.line("");
		if (typed || line !== "") {
			isWarned = false;
			return false;
		}
		if (isWarned) return true;
		isWarned = true;
		out.line(dim("Press Ctrl-C again to leave."));
		return false;
	};

	const reader: LineReader = {
		onInterrupt: undefined,
		async read() {
			let text = "";
			for (;;) {
				const line = await edit(text === "" ? prompts.first : prompts.more);
				if (line === CTRL_C) {
					if (interrupted(text !== "")) return undefined;
					text = "";
				} else if (line === undefined) {
					out.line("");
					return undefined;
				} else if (/(?<!\\)(?:\\\\)*\\$/.test(line)) {
					text += `${line.slice(0, -1)}\n`;
				} else if ((text + line).trim() !== "") return withLineEnds(text + line);
			}
		},
		async ask(question) {
			const line = await edit(styled(terminal, yellow("? "), question, dim(" [y/N] ")));
			if (line === CTRL_C || line === undefined) {
				clear();
				out.line("");
			}
			return /^\s*y(?:es)?\s*$/i.test(line ?? "");
		},
		above(print) {
			if (!editing) return print();
			const { line, cursor } = clear();
			out.clearLine();
			print();
			lines.prompt();
			if (line !== "") lines.write(line);
			while (lines.cursor > cursor) lines.write(null, { name: "left" });
		},
		close() {
			signal.removeEventListener("abort", leave);
			stdin.off("data", onData);
			stdin.off("end", onEnd);
			stdout.off("resize", onResize);
			lines.close();
			if (marksPastes) stdout.write(MARK_NO_PASTES);
			// Otherwise the process would wait for another key.
			stdin.pause();
		},
	};
	return reader;
}

/** Text with its escape sequences for style, to print later. */
function styled({ stdout, env }: Terminal, ...spans: readonly Span[]): string {
	let text = "";
	const sink = Object.assign(
		new Writable({
			decodeStrings: false,
			write(part: string, _, done) {
				text += part;
				done();
			},
		}),
		{ isTTY: stdout.isTTY === true, columns: stdout.columns ?? 80 },
	);
	createScreen(sink, env).text(...spans);
	return text;
}
