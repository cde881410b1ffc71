import { holdfast, type NewEvent, type Store } from "../../src/index.ts";
import type { Dataset, LoggedMessage, Open } from "./dataset.ts";

const SOURCE = { user: "user", assistant: "agent", tool: "tool" } as const;

/** How a message is logged. */
export type LogMessage = (message: LoggedMessage) => NewEvent;

/** With the name of who speaks, where there is one. */
export const withDisplayName: LogMessage = ({ role, content, displayName, at }) => ({
	kind: "message",
	source: SOURCE[role],
	at: new Date(at).toISOString(),
	data: { role, content, ...(displayName !== undefined && { displayName }) },
});

/** With the name in front of the text, and everybody a user: as chats of several people are often logged. */
export const withPrefix: LogMessage = ({ content, displayName, at }) => ({
	kind: "message",
	source: "user",
	at: new Date(at).toISOString(),
	data: { role: "user", content: displayName === undefined ? content : `${displayName}: ${content}` },
});

/** Everything as its users meet it: logged as sessions of a user, found by `memory.search`. */
export const ourMemory =
	(
		store: () => Store,
		{ log = withDisplayName, ...options }: { log?: LogMessage; embedder?: false } = {},
	): Open =>
	async (dataset: Dataset) => {
		const hf = await holdfast({ store: store(), ...options });
		for (const { key, messages } of dataset.sessions) {
			const session = hf.session({ agentId: "bench", userId: dataset.name, sessionId: key });
			await session.append(messages.map(log));
		}
		const memory = hf.memory("bench", { userId: dataset.name });
		return async (question, limit) => {
			const { hits } = await memory.search(question, { limit, include: ["messages"] });
			return hits.flatMap(({ sources }) =>
				sources.map(({ sessionId, offset }) => [sessionId, offset] as const),
			);
		};
	};

/** Facts as their users meet them: written one after the other, found by `memory.search`. */
export const ourWrittenFacts =
	(store: () => Store, options: { embedder?: false } = {}): Open =>
	async ({ name, sessions }: Dataset) => {
		const hf = await holdfast({ store: store(), ...options });
		const memory = hf.memory("bench", { userId: name });
		const places = new Map<string, readonly [string, number]>();
		for (const { key, messages } of sessions) {
			const ids = await memory.writeMany(messages.map(({ content }) => content));
			ids.forEach((id, index) => {
				places.set(id, [key, index]);
			});
		}
		return async (question, limit) =>
			(await memory.search(question, { limit })).hits.flatMap(({ id }) => {
				const place = places.get(id);
				return place ? [place] : [];
			});
	};
