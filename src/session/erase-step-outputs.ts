import { HoldfastError } from "../error/index.ts";
import { decodeEvent } from "../event/index.ts";
import { STEP_OUTPUTS } from "../state/index.ts";
import type { SessionTarget } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";
import { writeExisting } from "./write-session.ts";

const PAGE = 1_000;

/**
 * The newest output of each step stands in the session's metadata too: it goes with its event. Done before the events are
 * blanked: who comes again after a crash still finds which steps they were of.
 */
export async function eraseStepOutputs(
	platform: Platform,
	target: SessionTarget,
	offsets: readonly number[],
): Promise<void> {
	for (;;) {
		const found = await newestAmong(platform, target, offsets);
		if (!found) return;
		const within = { [STEP_OUTPUTS]: { set: {}, unset: found.nodes } };
		const parts = {
			reopen: undefined,
			patch: { metadata: { set: {}, unset: [], within } },
			require: { expectedOffset: found.head },
		};
		try {
			await writeExisting(platform, target, parts, Date.now());
			return;
		} catch (error) {
			// Something was written meanwhile, perhaps a newer output.
			if (!isConflict(error)) throw error;
		}
	}
}

/** The nodes whose newest output is among these events. Undefined where there is none. */
async function newestAmong(
	{ store }: Platform,
	target: SessionTarget,
	offsets: readonly number[],
): Promise<{ head: number; nodes: string[] } | undefined> {
	if (offsets.length === 0) return undefined;
	const going = new Set(offsets);
	const nodes = new Set<string>();
	for (let after = Math.min(...offsets) - 1; ; ) {
		const page = await store.log.read(target, { after, limit: PAGE, kinds: ["step_output"] });
		if (!page) return undefined;
		for (const { offset, body } of page.events) {
			const event = decodeEvent(offset, body);
			// Those of no run were appended by somebody: they were never in the metadata.
			if (event.kind !== "step_output" || event.erased || event.runId === undefined) continue;
			if (going.has(offset)) nodes.add(event.data.nodeId);
			else nodes.delete(event.data.nodeId);
		}
		const last = page.events.at(-1);
		if (page.events.length === PAGE && last) after = last.offset;
		else return nodes.size === 0 ? undefined : { head: page.head, nodes: [...nodes] };
	}
}

const isConflict = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && error.code === "conflict" && error.precondition === "offset";
