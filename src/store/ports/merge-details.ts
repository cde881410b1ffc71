import type { JsonObject } from "../../event/index.ts";
import { applyPatch } from "../../state/index.ts";
import type { SessionRecord } from "./records.ts";

export interface SessionDetails {
	title: string | undefined;
	metadata: JsonObject;
	lastRunId: string | undefined;
}

/**
 * What is said about a session after another one was merged into it: its own stays, what only the source has is
 * added. Refuses metadata that would be too large together; call it before the first change.
 */
export function mergeDetails(source: SessionDetails, target: SessionDetails): SessionDetails {
	return {
		title: target.title ?? source.title,
		metadata: applyPatch(source.metadata, { set: target.metadata, unset: [] }, "the merged metadata"),
		lastRunId: target.lastRunId ?? source.lastRunId,
	} satisfies Partial<SessionRecord>;
}
