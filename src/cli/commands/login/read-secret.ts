import { text as readAll } from "node:stream/consumers";
import { type Screen, yellow } from "../../screen/screen.ts";
import type { Terminal } from "../../terminal.ts";
import { Declined } from "../../usage-error.ts";

/** Maximum length. A key is one line; more input is a mistake. */
const MOST = 10_000;

/** Asks on the terminal without echo, or reads the standard input to its end. */
export async function readSecret(
	question: string,
	{ terminal: { stdin }, err, signal }: { terminal: Terminal; err: Screen; signal: AbortSignal },
): Promise<string> {
	if (!stdin.isTTY || !err.isTty) {
		signal.addEventListener("abort", () => stdin.destroy(), { once: true });
		return (await readAll(stdin)).trim();
	}
	err.text(yellow("? "), question, " ");
	try {
		return await typed(stdin, signal);
	} finally {
		err.line("");
	}
}

type Raw = Terminal["stdin"] & { setRawMode?: (on: boolean) => unknown };

function typed(stdin: Raw, signal: AbortSignal): Promise<string> {
	return new Promise((resolve, reject) => {
		let secret = "";
		const end = (settle: () => void): void => {
			stdin.setRawMode?.(false);
			stdin.off("data", take).off("end", finish).pause();
			signal.removeEventListener("abort", stop);
			settle();
		};
		const stop = (): void => end(() => reject(new Declined("Nothing was saved.", 130)));
		const finish = (): void => end(() => resolve(secret.trim()));
		const take = (part: Buffer | string): void => {
			for (const letter of String(part)) {
				// Enter, or Ctrl-D.
				const isEnd = letter === "\r" || letter === "\n" || letter === "\u0004";
				if (isEnd) finish();
				if (letter === "\u0003") stop();
				if (isEnd || letter === "\u0003") return;
				if (letter === "\u007f" || letter === "\b") secret = secret.slice(0, -1);
				// Ctrl-U clears the line.
				else if (letter === "\u0015") secret = "";
				else if (letter >= " " && secret.length < MOST) secret += letter;
			}
		};
		signal.addEventListener("abort", stop);
		// Raw mode: no echo, and Ctrl-C arrives as a character.
		stdin.setRawMode?.(true);
		stdin.on("data", take).on("end", finish).resume();
	});
}
