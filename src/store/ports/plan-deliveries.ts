import { HoldfastError } from "../../error/index.ts";
import type { JsonObject } from "../../event/index.ts";
import { applyPatch, EVENT_WEBHOOK_URL } from "../../state/index.ts";
import type { AppendUnit } from "./append.ts";

/** The maximum number of webhook URLs of a session. */
export const MOST_URLS = 20;

/** Changes of a session's record and of its webhook URLs. */
export interface RecordPlan {
	/** The new metadata; undefined: unchanged. */
	metadata: JsonObject | undefined;
	/** URLs to add or to give new filters. With `events: "kept"`, an existing URL keeps its filters. */
	begin: { url: string; events: readonly string[] | undefined | "kept" }[];
	/** URLs to remove. */
	end: string[];
}

/** What the store knows about the session of a unit. */
export interface DeliveryFacts {
	/** The session's metadata; empty if the session is being created. */
	before: JsonObject;
	/** The URLs that the session has subscribed. */
	urls: readonly string[];
	/** The metadata of a session that is being created. */
	created?: JsonObject | undefined;
}

const urlIn = (metadata: JsonObject): string | undefined => {
	const url = metadata[EVENT_WEBHOOK_URL];
	return typeof url === "string" ? url : undefined;
};

/** Whether the unit changes the record or the URLs. If not, there is nothing to plan. */
export const touchesRecord = ({ patch, deliveries, endDeliveries }: AppendUnit): boolean =>
	patch.title !== undefined ||
	patch.metadata !== undefined ||
	deliveries.length > 0 ||
	endDeliveries.length > 0;

/**
 * Decides what a unit does to metadata and webhook URLs, the same for every store. Throws before anything is
 * written.
 *
 * The metadata key `event_webhook_url` contains the first URL of a session. Setting it subscribes the URL;
 * another value or none ends the previous URL. The first URL that a session subscribes is written there, and
 * a URL that ends is removed from there.
 */
export function planDeliveries(unit: AppendUnit, session: DeliveryFacts): RecordPlan {
	const { before, urls, created } = session;
	const { deliveries, endDeliveries, patch } = unit;
	const start = created ?? before;
	const patched = patch.metadata ? applyPatch(start, patch.metadata, "session metadata") : start;
	const [old, named] = [urlIn(before), urlIn(patched)];
	const begin: RecordPlan["begin"] = [];
	const end: string[] = [];
	if (old !== undefined && old !== named) end.push(old);
	// Setting the same URL again subscribes it if it is missing, e.g. in an imported session.
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
			`a session can have at most ${MOST_URLS} webhook URLs; unsubscribe one first, or subscribe the whole agent`,
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
