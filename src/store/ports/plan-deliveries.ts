import { HoldfastError } from "../../error/index.ts";
import type { JsonObject } from "../../event/index.ts";
import { applyPatch, EVENT_WEBHOOK_URL } from "../../state/index.ts";
import type { AppendUnit } from "./append.ts";

/** How many URLs a session may have subscribed. */
export const MOST_URLS = 20;

/** What to do to the record of a session and to the URLs that it has subscribed. */
export interface RecordPlan {
	/** The metadata afterwards; undefined: it stays as it is. */
	metadata: JsonObject | undefined;
	/** URLs that begin, or take another filter. With `events: "kept"` one that is there already keeps its own. */
	begin: { url: string; events: readonly string[] | undefined | "kept" }[];
	/** URLs that end. */
	end: string[];
}

const urlIn = (metadata: JsonObject): string | undefined => {
	const url = metadata[EVENT_WEBHOOK_URL];
	return typeof url === "string" ? url : undefined;
};

/** Does the unit touch the record or the URLs at all? Where not, there is nothing to plan. */
export const touchesRecord = ({ patch, deliveries, endDeliveries }: AppendUnit): boolean =>
	patch.title !== undefined ||
	patch.metadata !== undefined ||
	deliveries.length > 0 ||
	endDeliveries.length > 0;

/**
 * What a unit does to metadata and URLs, decided once for every backend. The metadata key `event_webhook_url` names the
 * first URL of a session: setting it subscribes, another value or none ends the URL before it; the first URL that a session
 * subscribes is written there, and one that ends is removed from there. Refuses before anything is written.
 *
 * `before` is the session's metadata, empty for one that is about to be created with `created`; `urls` are those that it
 * has subscribed.
 */
export function planDeliveries(
	unit: AppendUnit,
	before: JsonObject,
	urls: readonly string[],
	created?: JsonObject,
): RecordPlan {
	const { deliveries, endDeliveries, patch } = unit;
	const start = created ?? before;
	const patched = patch.metadata ? applyPatch(start, patch.metadata, "session metadata") : start;
	const [old, named] = [urlIn(before), urlIn(patched)];
	const begin: RecordPlan["begin"] = [];
	const end: string[] = [];
	if (old !== undefined && old !== named) end.push(old);
	// Naming the same URL again begins it where it does not exist: in a session that was imported.
	const isNamed = named !== old || Object.hasOwn(patch.metadata?.set ?? {}, EVENT_WEBHOOK_URL);
	if (named !== undefined && isNamed) begin.push({ url: named, events: "kept" });
	for (const { url, events } of deliveries) begin.push({ url, events });
	const wanted = new Set(begin.map(({ url }) => url));
	for (const url of endDeliveries) if (!wanted.has(url)) end.push(url);
	const first = end.includes(named ?? "") ? undefined : (named ?? deliveries[0]?.url);
	const metadata = first === named ? patched : nameFirst(patched, first);
	const left = new Set([...urls.filter((url) => !end.includes(url)), ...wanted]);
	if (left.size > MOST_URLS && [...wanted].some((url) => !urls.includes(url))) {
		throw new HoldfastError(
			"limit_exceeded",
			`a session can have ${MOST_URLS} webhook URLs: unsubscribe one first, or subscribe for the whole agent`,
			{ limit: MOST_URLS },
		);
	}
	return {
		metadata: metadata === before ? undefined : metadata,
		begin,
		end: end.filter((url) => !wanted.has(url)),
	};
}

function nameFirst(metadata: JsonObject, url: string | undefined): JsonObject {
	const patch =
		url === undefined
			? { set: {}, unset: [EVENT_WEBHOOK_URL] }
			: { set: { [EVENT_WEBHOOK_URL]: url }, unset: [] };
	return applyPatch(metadata, patch, "session metadata");
}
