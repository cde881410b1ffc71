import { join } from "node:path";
import { z } from "zod";
import { holdfast as open, tool } from "../../src/index.ts";
import type { Holdfast } from "../../src/interface.ts";
import { serve } from "../../src/server/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { type ScriptedAnswer, scriptedModel } from "../../src/testing/index.ts";
import { type BreakingProxy, breakingProxy } from "../client/breaking-proxy.ts";
import { buildPackage, scratchFolder } from "../house/built-package.ts";
import { FROM_SOURCE, type Surroundings } from "./start-process.ts";

/** A server whose agent says what a test wants. */
export interface ScriptedWorld extends Surroundings {
	readonly hf: Holdfast;
	/** Commands come through it; connections can be cut. */
	readonly proxy: BreakingProxy;
	/** What the model answers to a message that has these words in it. */
	readonly answers: Map<string, () => ScriptedAnswer>;
	end(): Promise<void>;
}

const ADMIN_KEY = "root-key-of-the-tests";

export async function scriptedWorld(): Promise<ScriptedWorld> {
	if (!FROM_SOURCE) await buildPackage();
	const cwd = scratchFolder("cli-scripted");
	const answers: ScriptedWorld["answers"] = new Map();
	const model = scriptedModel(({ prompt }) => {
		// What is remembered stands in front of what the user says.
		const last = JSON.stringify(prompt.at(-1)?.content.slice(-1));
		const found = [...answers].find(([words]) => last.includes(words));
		return found ? found[1]() : "I hear you.";
	});
	const lookUp = tool({
		name: "order_status",
		description: "Looks an order up.",
		input: z.object({ id: z.string() }),
		execute: ({ id }) => ({ id, status: "shipped \u001b[31m" }),
	});
	const server = await serve({
		agents: [{ id: "support", model, tools: [lookUp] }],
		store: sqlite(join(cwd, "server.db")),
		port: 0,
		drainMs: 1_000,
		adminKey: ADMIN_KEY,
	});
	const proxy = await breakingProxy(server.url);
	const hf = await open({ url: server.url, apiKey: ADMIN_KEY });
	const env = { HOLDFAST_HOME: join(cwd, "home"), HOLDFAST_URL: proxy.url, HOLDFAST_KEY: ADMIN_KEY };
	const end = async (): Promise<void> => {
		await hf.close({ cancel: true });
		await proxy.close();
		await server.close();
	};
	return { cwd, env, hf, proxy, answers, end };
}
