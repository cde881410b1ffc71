import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawScreen } from "../../tools/draw-screen.ts";
import { CTRL_D, ENTER, inTerminal } from "./start-process.ts";

export interface Recording {
	/** What the terminal showed. */
	readonly text: string;
	/** The same as a picture, with its colours. */
	readonly picture: string;
}

/** What a newcomer types, each when the answer to the one before is there. */
const DIALOGUE: readonly (readonly [text: string, answer: string])[] = [
	["Hi, I am Ada. I live in Lisbon.", "noted, you are Ada"],
	["/session new", "none yet"],
	["Where do I live?", "You told me on"],
	["/why", "together"],
];

/** The first minutes with `npm start` in a new folder, in a real terminal. (npm's own two lines are not ours to show.) */
export async function recordFirstScreen(): Promise<Recording> {
	const cwd = mkdtempSync(join(tmpdir(), "holdfast-first-"));
	const typed = inTerminal(
		["dev"],
		{ cwd, env: { HOLDFAST_USER: "ada", npm_execpath: "npm" } },
		{ columns: 100, rows: 60 },
	);
	try {
		// The prompt, with nothing typed behind it.
		let seen = await typed.until(/›$/);
		for (const [text, answer] of DIALOGUE) {
			typed.type(`${text}${ENTER}`);
			const before = seen.length;
			const isQuestion = answer.endsWith("]");
			await typed.until(answer);
			seen = isQuestion ? seen : await typed.until(new RegExp(`^[\\s\\S]{${before},}›$`));
		}
		const recording = {
			text: seen
				.replace(/\n*›$/, "")
				.replaceAll(/[ \t]+$/gm, "")
				.replace(/^\n+/, ""),
			picture: drawScreen(typed.terminal, "npm start"),
		};
		typed.type(CTRL_D);
		await typed.ended;
		return recording;
	} finally {
		typed.kill();
		rmSync(cwd, { recursive: true, force: true });
	}
}

/** Without what differs from one time to the next: ids, ports, days, the version's number, milliseconds. */
export const withoutChance = (text: string): string =>
	text
		.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
		.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>")
		.replaceAll(/^.*Something else listens.*\n/gm, "")
		.replaceAll(/Holdfast \d+\.\d+\.\d+/g, "Holdfast <version>")
		.replaceAll(/\b\d{1,2} [A-Z][a-z]{2} \d{4}\b/g, "<day>")
		.replaceAll(/[ \t]+$/gm, "")
		.trim();
