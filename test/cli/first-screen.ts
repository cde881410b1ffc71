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
type Dialogue = readonly (readonly [text: string, answer: string])[];
const FIRST: Dialogue = [["Hi, I am Ada. I live in Lisbon.", "noted, you are Ada"]];
const SECOND: Dialogue = [
	["Where do I live?", "You told me on"],
	["/why", "total"],
];

/** `npm start` in a folder, in a real terminal, until Ctrl-D. (npm's own two lines are not ours to show.) */
async function record(cwd: string, dialogue: Dialogue): Promise<Recording> {
	const typed = inTerminal(
		["dev"],
		{ cwd, env: { HOLDFAST_USER: "ada", npm_execpath: "npm" } },
		{ columns: 100, rows: 60 },
	);
	try {
		// The prompt, with nothing typed after it.
		let seen = await typed.until(/›$/);
		for (const [text, answer] of dialogue) {
			typed.type(`${text}${ENTER}`);
			const before = seen.length;
			await typed.until(answer);
			seen = await typed.until(new RegExp(`^[\\s\\S]{${before},}›$`));
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
	}
}

/** The first minutes with `npm start` in a new folder: something is said, and asked about after a new start. */
export async function recordFirstScreen(): Promise<Recording> {
	const cwd = mkdtempSync(join(tmpdir(), "holdfast-first-"));
	try {
		const first = await record(cwd, FIRST);
		const { text, picture } = await record(cwd, SECOND);
		// The start is the same again.
		const asked = text.slice(text.indexOf("›"));
		return { text: `$ npm start\n\n${first.text}\n\n› Ctrl-D\n\n$ npm start\n\n  …\n\n${asked}`, picture };
	} finally {
		rmSync(cwd, { recursive: true, force: true });
	}
}

/** Without what differs from one time to the next: ids, ports, days, the version's number, milliseconds. */
export const withoutChance = (text: string): string =>
	text
		.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
		.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>")
		.replaceAll(/^.*Port \d+ is in use.*\n/gm, "")
		.replaceAll(/Holdfast \d+\.\d+\.\d+/g, "Holdfast <version>")
		.replaceAll(/\b\d{1,2} [A-Z][a-z]{2} \d{4}\b/g, "<day>")
		.replaceAll(/[ \t]+$/gm, "")
		.trim();
