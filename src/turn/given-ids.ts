import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { uuidV7 } from "../event/index.ts";
import type { Runtime } from "./turn.ts";

/*
 * Who asks for a run over the network wants to know its id, and that of a session that is to be generated, before the
 * answer begins: to take a broken stream up again, or to cancel. Such a caller chooses both, and the server hands them
 * in here. They travel beside the input, where nothing that a caller of the library writes can reach.
 */

export interface GivenIds {
	/** Refused if there is such a run. */
	runId?: string | undefined;
	/** The id of the session where the input names none. It stays one that is generated: it has no past. */
	sessionId?: string | undefined;
}

const IDS = Symbol("ids of a run");

/** The same input, with ids that the caller has chosen. */
export function withIds<T extends object>(input: T, ids: GivenIds): T {
	return { ...input, [IDS]: ids };
}

const uuid = z.uuid({ error: "must be a UUID" });
const idsSchema = z.strictObject({ runId: uuid.optional(), sessionId: uuid.optional() });

export interface RunIds {
	readonly runId: string;
	readonly generated: string;
	/** Refuses ids that cannot be had. */
	check(runtime: Runtime): Promise<void>;
}

export function idsOf(input: object): RunIds {
	const given =
		typeof input === "object" && input !== null ? (input as { [IDS]?: GivenIds })[IDS] : undefined;
	return {
		runId: given?.runId ?? uuidV7(),
		generated: given?.sessionId ?? uuidV7(),
		async check({ platform: { store, tenant }, active }) {
			if (!given) return;
			const { runId } = parse(idsSchema, given, "ids");
			if (runId === undefined) return;
			if (!active.has(runId) && !(await store.runs.get(tenant, runId))) return;
			throw new HoldfastError("conflict", `there is a run "${runId}" already`, {
				precondition: "runId",
				runId,
			});
		},
	};
}
