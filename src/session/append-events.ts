import { z } from "zod";
import { parse } from "../error/index.ts";
import { decodeEvent, type Event, keyText, type NewEvent, toEvent } from "../event/index.ts";
import type { Preconditions } from "../store/ports/index.ts";
import { draftEvents, fingerprint } from "./draft-events.ts";
import type { Platform } from "./platform.ts";
import { type HandleTarget, writeTarget } from "./write-session.ts";

/** Options of an append. */
export interface AppendOptions {
	/** A repeat with the same key and content returns the first result and writes nothing. */
	idempotencyKey?: string | undefined;
	/** Throws `conflict` unless this is the next offset. */
	expectedOffset?: number | undefined;
}

const optionsSchema = z.strictObject({
	idempotencyKey: keyText.optional(),
	expectedOffset: z
		.number()
		.int({ error: "must be an integer" })
		.min(0, { error: "must be 0 or more" })
		.optional(),
});

/** Appends a batch, all or nothing, and returns these events as stored. */
export async function appendEvents(
	platform: Platform,
	target: () => HandleTarget,
	events: NewEvent | readonly NewEvent[],
	options?: AppendOptions,
): Promise<Event[]> {
	const { idempotencyKey, expectedOffset } =
		options === undefined ? {} : parse(optionsSchema, options, "append options");
	const now = Date.now();
	const drafts = draftEvents(events, { limits: platform.store.capabilities.limits, now });
	const require: Preconditions = {};
	if (idempotencyKey !== undefined) {
		require.idempotency = { key: idempotencyKey, fingerprint: fingerprint(drafts) };
	}
	if (expectedOffset !== undefined) require.expectedOffset = expectedOffset;
	const outcome = await writeTarget(platform, target(), { events: drafts, require }, now);
	if (outcome.replayed) return outcome.replayed.map(({ offset, body }) => decodeEvent(offset, body));
	return drafts.map((draft, i) => toEvent(outcome.firstOffset + i, draft.text));
}
