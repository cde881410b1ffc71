import type { Holdfast, SessionHandle } from "../../src/index.ts";

/** What a terminal would obey: clears the screen, sets a title, colours, goes back, turns the direction. */
export const HOSTILE = "\u001b[2J\u001b]0;pwned\u0007\u001b[31mred\u0008\u009b1m\u202egnirts";

/** The sequences of it, and nothing that our own colours would print. */
export const OBEYED = ["\u001b[2J", "\u001b]0;", "\u0007", "\u0008", "\u009b", "\u202e", "\u001b[31mred"];

/** A conversation that facts come from. */
export async function seedSession(
	hf: Holdfast,
	sessionId: string,
	{ agentId = "support", userId = "ada" }: { agentId?: string; userId?: string | null } = {},
): Promise<SessionHandle> {
	const session = hf.session({ agentId, ...(userId !== null && { userId }), sessionId });
	await session.history.append({ role: "user", content: "My sister Anna lives in Oslo." });
	await session.append([
		{
			kind: "tool_call",
			source: "agent",
			data: { toolCallId: "c1", name: "weather", input: { city: "Oslo" } },
		},
		{
			kind: "tool_result",
			source: "tool",
			data: { toolCallId: "c1", name: "weather", output: { sky: "cloudy" } },
		},
	]);
	await session.history.append({ role: "assistant", content: "It is cloudy there." });
	await session.postAsHuman({ content: "Bea here.", displayName: "Bea" });
	return session;
}
