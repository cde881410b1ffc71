import { isObject } from "../../event/index.ts";
import { linesOf } from "../../event/lines.ts";

/** The lines of one session of an export. */
export interface SessionLines {
	/** The number of its first line in the file. */
	from: number;
	/** Its first line; undefined if that is not a header. */
	header: Record<string, unknown> | undefined;
	lines: string[];
}

/** The header of a session, if a line is one. */
export function headerOf(line: string): Record<string, unknown> | undefined {
	// Most lines are events: do not parse them twice.
	if (!/"type"\s*:\s*"session"/.test(line)) return undefined;
	try {
		const value: unknown = JSON.parse(line);
		return isObject(value) && value.type === "session" && !("kind" in value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** The sessions of an export, one after the other. Never holds more than one in memory. */
export async function* splitSessions(
	pieces: AsyncIterable<string>,
): AsyncGenerator<SessionLines, void, undefined> {
	let session: SessionLines | undefined;
	let number = 0;
	for await (const line of linesOf(pieces)) {
		number += 1;
		if (line.trim() === "") {
			// Kept, so that the line numbers after it stay right.
			session?.lines.push("");
			continue;
		}
		const header = headerOf(line);
		if (header && session) yield session;
		if (header || !session) session = { from: number, header, lines: [] };
		session.lines.push(line);
	}
	if (session) yield session;
}
