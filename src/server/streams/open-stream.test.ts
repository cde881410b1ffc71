import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HoldfastError } from "../../error/index.ts";
import type { Caller } from "../auth/caller.ts";
import { END, openStream } from "./open-stream.ts";
import { createPulse } from "./pulse.ts";

const caller = { tenant: "t", scope: "agent", credential: "c" } as unknown as Caller;

/** Numbers as they are asked for, and who asked. */
function numbers(most: number, failure?: unknown) {
	const seen = { asked: 0, left: 0 };
	const items: AsyncIterator<number, void, undefined> = {
		async next() {
			if (seen.asked >= most) {
				if (failure !== undefined) throw failure;
				return { done: true, value: undefined };
			}
			seen.asked += 1;
			return { done: false, value: seen.asked };
		},
		async return() {
			seen.left += 1;
			return { done: true, value: undefined };
		},
	};
	return { seen, items };
}

const nothing: AsyncIterator<number, void, undefined> = {
	next: () => new Promise(() => {}),
	return: async () => ({ done: true, value: undefined }),
};

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
	let text = "";
	for await (const chunk of stream) text += new TextDecoder().decode(chunk);
	return text;
}

const frame = (item: number): string => `data: ${item}\n\n`;
const open = (more: Partial<Parameters<typeof openStream<number>>[0]>) =>
	openStream<number>({ items: nothing, frame, caller, signal: new AbortController().signal, ...more });

describe("a stream of server-sent events", () => {
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	test("IF2 says how soon to come again, then everything, then the end", async () => {
		const { items } = numbers(2);
		const text = await textOf(open({ items, last: async () => "event: result\ndata: {}\n\n" }));
		expect(text).toBe("retry: 1000\n\ndata: 1\n\ndata: 2\n\nevent: result\ndata: {}\n\n");
	});

	test("IF2 passes over what is not for who reads, and ends where it is told to", async () => {
		const { items, seen } = numbers(9);
		const chosen = (item: number) => (item === 4 ? END : item % 2 ? frame(item) : undefined);
		expect(await textOf(open({ items, frame: chosen }))).toBe("retry: 1000\n\ndata: 1\n\ndata: 3\n\n");
		expect(seen).toEqual({ asked: 4, left: 1 });
	});

	test("IF2 a refusal after the start is a message; what is not ours says nothing of itself", async () => {
		const known = numbers(1, new HoldfastError("not_found", "it is gone", { uid: "u" }));
		expect(await textOf(open({ items: known.items }))).toContain(
			'event: error\ndata: {"error":{"code":"not_found","message":"it is gone","uid":"u"}}\n\n',
		);
		const other = numbers(0, new Error("10.0.0.7"));
		const text = await textOf(open({ items: other.items }));
		expect(text).toContain("event: error");
		expect(text).not.toContain("10.0.0.7");
	});

	test("IF2 asks for the next only when the last was taken: nothing is held for who does not read", async () => {
		const { items, seen } = numbers(1_000_000);
		const reader = open({ items }).getReader();
		await new Promise((resolve) => setImmediate(resolve));
		expect(seen.asked).toBe(0);
		for (let i = 0; i < 5; i++) await reader.read();
		await new Promise((resolve) => setImmediate(resolve));
		expect(seen.asked).toBeLessThanOrEqual(5);
		await reader.cancel();
		expect(seen.left).toBe(1);
	});

	test("IF2 one timer shows for all streams that they are there, and ends with the last of them", async () => {
		const pulse = createPulse(15_000);
		const streams = Array.from({ length: 1_000 }, () => open({ pulse }).getReader());
		expect(pulse.size).toBe(1_000);
		expect(vi.getTimerCount()).toBe(1);
		await Promise.all(streams.map((reader) => reader.read()));
		vi.advanceTimersByTime(15_000);
		const beats = await Promise.all(streams.map((reader) => reader.read()));
		expect(new Set(beats.map(({ value }) => new TextDecoder().decode(value)))).toEqual(new Set([": \n\n"]));
		await Promise.all(streams.map((reader) => reader.cancel()));
		expect(pulse.size).toBe(0);
		expect(vi.getTimerCount()).toBe(0);
	});

	test("IF2 who takes nothing for a minute is let go", async () => {
		const pulse = createPulse(15_000);
		const { items, seen } = numbers(1_000_000);
		const reader = open({ items, pulse }).getReader();
		await reader.read();
		await new Promise((resolve) => setImmediate(resolve));
		vi.advanceTimersByTime(45_000);
		expect(seen.left).toBe(0);
		vi.advanceTimersByTime(30_000);
		expect(seen.left).toBe(1);
		expect(pulse.size).toBe(0);
		await expect(reader.closed).rejects.toThrow("too long");
	});

	test("IF2 ends when the server does, also if it has ended before", async () => {
		const ending = new AbortController();
		const { items, seen } = numbers(0);
		const waiting = { ...items, next: () => new Promise<never>(() => {}) };
		const text = textOf(open({ items: waiting, signal: ending.signal }));
		await new Promise((resolve) => setImmediate(resolve));
		ending.abort();
		expect(await text).toBe("retry: 1000\n\n");
		expect(seen.left).toBe(1);
		expect(await textOf(open({ signal: AbortSignal.abort() }))).toBe("retry: 1000\n\n");
	});
});
