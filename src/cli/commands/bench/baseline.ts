import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { localOptions } from "../../../config/local-options.ts";
import type { Holdfast } from "../../../interface.ts";
import type { Target } from "../../connect/target.ts";

/** The fastest operation that a target allows. */
export interface Baseline {
	readonly what: string;
	act(): unknown;
	end(): void;
}

/** About the size of a short message. */
const BYTES = Buffer.alloc(256, "x");

export async function openBaseline(target: Target, hf: Holdfast, agentId: string): Promise<Baseline> {
	const end = (): void => {};
	if ("url" in target) {
		const health = `${target.url.replace(/\/+$/, "")}/health`;
		const act = async (): Promise<void> => void (await (await fetch(health)).text());
		return { what: "GET /health", act, end };
	}
	const { config } = await localOptions(target, { creates: true });
	if ("postgres" in config.database) {
		const session = hf.session({ agentId, sessionId: "empty" });
		return { what: "empty read", act: () => session.events({ limit: 1 }), end };
	}
	const { sqlite } = config.database;
	return fileBaseline(sqlite === ":memory:" ? tmpdir() : dirname(sqlite), agentId);
}

/** On the same disk. */
function fileBaseline(folder: string, name: string): Baseline {
	const path = join(folder, `${name}.tmp`);
	const file = openSync(path, "ax", 0o600);
	return {
		what: "append to a file, fsync",
		act() {
			writeSync(file, BYTES);
			fsyncSync(file);
		},
		end() {
			closeSync(file);
			rmSync(path, { force: true });
		},
	};
}
