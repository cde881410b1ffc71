import type { Platform } from "../session/index.ts";
import type { RunRecord } from "../store/ports/index.ts";
import { noUsage } from "./model-loop.ts";
import { toRun } from "./run.ts";
import type { RunEventBody } from "./run-input.ts";

/**
 * The last event of a run's stream, for a reader that comes when the other events are no longer available.
 */
export async function lastEvent(platform: Platform, record: RunRecord): Promise<RunEventBody> {
	const { status, output = "", usage = noUsage(), error, mode } = await toRun(platform, record);
	if (status === "completed") return { type: "finish", status, output, usage, ...(mode && { mode }) };
	const { code, message } = error ?? { code: "unavailable", message: `the run was ${status}` };
	return { type: "error", code, message, status };
}
