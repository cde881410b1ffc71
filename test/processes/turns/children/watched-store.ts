import { type AppendUnit, HoldfastError, type Store } from "../../../../src/store/index.ts";
import type { Reach } from "./turn-agent.ts";

/** The write of a turn that a unit of work is, by what it carries. */
function nameOf({ run, events }: AppendUnit): string {
	if (run?.begin) return "begin";
	if (run?.end) return "end";
	const kinds = events.map(({ kind }) => kind);
	if (kinds.includes("tool_call")) return "call";
	return kinds.includes("tool_result") ? "result" : "append";
}

/** A store that tells of each write of a turn before and after it happens, and of what was refused. */
export function watchedStore(
	store: Store,
	{
		reach,
		renewed,
		refused,
	}: { reach: Reach; renewed(): void; refused(write: string, precondition: unknown): void },
): Store {
	return {
		...store,
		log: {
			...store.log,
			async append(unit) {
				const name = nameOf(unit);
				await reach(`before ${name}`);
				try {
					const outcome = await store.log.append(unit);
					await reach(`after ${name}`);
					return outcome;
				} catch (error) {
					if (HoldfastError.isInstance(error)) refused(name, error.precondition);
					throw error;
				}
			},
		},
		runs: {
			...store.runs,
			async wait(...given) {
				await store.runs.wait(...given);
				await reach("after wait");
			},
			async renew(...given) {
				const status = await store.runs.renew(...given);
				renewed();
				return status;
			},
		},
	};
}
