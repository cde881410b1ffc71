import { expect } from "vitest";

/** Text that would clear the screen, set its title, turn what follows around, and break lines. */
export const HOSTILE = "\u001b[2J\u001b]0;owned\u0007 \u202egnp.exe\r\n日本語 🙂 ";

/** No byte of it that a terminal would obey. */
export function expectHarmless(bytes: string): void {
	for (const obeyed of ["\u001b[2J", "\u001b]0;", "\u0007", "\u202e"]) expect(bytes).not.toContain(obeyed);
}
