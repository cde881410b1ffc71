import xterm from "@xterm/headless";

/** What a terminal shows of what is printed to it. */
export interface WatchedScreen {
	/** The terminal itself, for a picture of it. */
	readonly terminal: InstanceType<typeof xterm.Terminal>;
	/** What the terminal shows and what has scrolled out of it, as text, without empty lines at the end. */
	screen(): Promise<string>;
	/** Every byte that was printed. */
	bytes(): string;
	/** Resolves when the screen has it; rejects with the screen if the command ends first. */
	until(pattern: string | RegExp): Promise<string>;
}

export interface Watching extends WatchedScreen {
	print(part: string): void;
	/** Nothing more comes; resolves behind what was printed before. */
	end(): Promise<void>;
}

export interface Size {
	columns?: number;
	rows?: number;
}

/** `isRaw`: no terminal driver is in front of it that would make CR LF of a line's end. */
export function watchScreen({ columns = 100, rows = 40 }: Size, { isRaw = false } = {}): Watching {
	const terminal = new xterm.Terminal({
		cols: columns,
		rows,
		scrollback: 10_000,
		allowProposedApi: true,
		convertEol: isRaw,
	});
	let [bytes, isOver] = ["", false];
	const watchers = new Set<() => void>();
	const changed = (): void => {
		for (const watch of watchers) watch();
	};
	const read = (): string => {
		const { active } = terminal.buffer;
		const lines = Array.from(
			{ length: active.length },
			(_, i) => active.getLine(i)?.translateToString(true) ?? "",
		);
		return lines.join("\n").trimEnd();
	};
	return {
		terminal,
		screen: () => new Promise((resolve) => terminal.write("", () => resolve(read()))),
		bytes: () => bytes,
		until: (pattern) =>
			new Promise((resolve, reject) => {
				const look = (): void => {
					const text = read();
					const isThere = typeof pattern === "string" ? text.includes(pattern) : pattern.test(text);
					if (!isThere && !isOver) return;
					watchers.delete(look);
					if (isThere) resolve(text);
					else reject(new Error(`ended without ${String(pattern)}; the screen:\n${text}`));
				};
				watchers.add(look);
				look();
			}),
		print(part) {
			bytes += part;
			terminal.write(part, changed);
		},
		end: () =>
			new Promise((resolve) => {
				isOver = true;
				terminal.write("", () => {
					changed();
					resolve();
				});
			}),
	};
}
