import type { Json, JsonObject, NewEvent } from "../../src/index.ts";

/** A message of the customer. */
export const said = (content: string): NewEvent => ({
	kind: "message",
	source: "user",
	data: { role: "user", content },
});

/** An event with content of the caller's own. */
export const note = (data: JsonObject): NewEvent => ({ kind: "custom", source: "integration", data });

/** An event that changes state. */
export const change = (set: Record<string, Json>, remove: string[] = []): NewEvent => ({
	kind: "state",
	source: "integration",
	data: {},
	stateDelta: { set, remove },
});

export const contents = (messages: readonly { content: unknown }[]): unknown[] =>
	messages.map(({ content }) => content);

/** Everything that an iterable gives. */
export async function gathered<T>(source: AsyncIterable<T>): Promise<T[]> {
	const items: T[] = [];
	for await (const item of source) items.push(item);
	return items;
}
