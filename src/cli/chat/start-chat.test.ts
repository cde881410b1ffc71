import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { Holdfast } from "../../interface.ts";
import type { Session } from "../../session/index.ts";
import { createScreen } from "../screen/screen.ts";
import { startChat } from "./start-chat.ts";

test("IF4: Ctrl-C leaves a chat whose server does not answer, before it has begun", async () => {
	const never = (): Promise<never> => new Promise(() => {});
	// Nothing else of it is used until it has answered.
	const hf = { session: () => ({ events: never }) } as unknown as Holdfast;
	const stream = (): PassThrough => Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
	const [stdin, stdout, stderr] = [stream(), stream(), stream()];
	const terminal = { stdin, stdout, stderr, env: {}, cwd: "/" };
	const chat = (signal: AbortSignal): Promise<void> =>
		startChat({
			hf,
			terminal,
			out: createScreen(stdout, {}),
			signal,
			ref: { agentId: "a", sessionId: "s" },
			session: { head: 1, mode: "auto" } as Session,
		});
	const typed = chat(new AbortController().signal);
	stdin.write("\u0003");
	await typed;
	const stopping = new AbortController();
	const stopped = chat(stopping.signal);
	stopping.abort();
	await stopped;
	expect(String(stdout.read())).toContain("session s");
});
