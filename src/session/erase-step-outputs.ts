import { HoldfastError } from "../error/index.ts";
import { decodeEvent } from "../event/index.ts";
import { STEP_OUTPUTS } from "../state/index.ts";
import type { SessionTarget } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";
import { writeExisting } from "./write-session.ts";

const PAGE = 1_000;

/**
 * The newest output of each step is also in the session's metadata, and is deleted with its event. This happens
 * before the events are blanked, so that a repeat after a crash still finds their steps.
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
			// The session was written meanwhile, perhaps with a newer output.
			if (!isConflict(error)) throw error;
		}
	}
}

/** The nodes whose newest output is among these events; undefined if there are none. */
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
			// Events without a run were appended by a caller and never were in the metadata.
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
