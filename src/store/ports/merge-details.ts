import type { JsonObject } from "../../event/index.ts";
import { applyPatch } from "../../state/index.ts";
import type { SessionRecord } from "./records.ts";

/** The descriptive fields of a session. */
export interface SessionDetails {
	/** The title, if there is one. */
	title: string | undefined;
	/** Values that no prompt shows. */
	metadata: JsonObject;
	/** The session's newest run, if there is one. */
	lastRunId: string | undefined;
}

/**
 * The details of a session after another one is merged into it: its own values stay, values that only the
 * source has are added. Throws if the combined metadata would be too large; call it before the first change.
 */
export function mergeDetails(source: SessionDetails, target: SessionDetails): SessionDetails {
	return {
		title: target.title ?? source.title,
		metadata: applyPatch(source.metadata, { set: target.metadata, unset: [] }, "the merged metadata"),
		lastRunId: target.lastRunId ?? source.lastRunId,
	} satisfies Partial<SessionRecord>;
}
