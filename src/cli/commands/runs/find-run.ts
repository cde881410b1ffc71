import { HoldfastError } from "../../../error/index.ts";
import type { Holdfast } from "../../../interface.ts";
import type { Run } from "../../../turn/index.ts";
import { findSession, type SessionFilter } from "../../find-session.ts";

/** A run by its id, or the last one of a session. */
export async function findRun(hf: Holdfast, id: string, filter: SessionFilter): Promise<Run> {
	const run = await hf.runs.get(id).catch(ifMissing);
	if (run) return run;
	const session = await findSession(hf, id, filter).catch((error: unknown) => {
		ifMissing(error);
		const message = `there is no run or session "${id}"; \`holdfast runs ls\` lists the runs`;
		throw new HoldfastError("not_found", message, { runId: id }, { cause: error });
	});
	if (session.lastRunId === undefined)
		throw new HoldfastError("not_found", `session "${id}" has no runs yet`, { sessionId: id });
	return hf.runs.get(session.lastRunId);
}

function ifMissing(error: unknown): undefined {
	if (HoldfastError.isInstance(error) && error.code === "not_found") return undefined;
	throw error;
}
