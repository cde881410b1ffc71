import { HoldfastError } from "../../error/index.ts";

/**
 * The number after which a stream continues: from the header that browsers send when they reconnect, else from the
 * URL. The header is newer than the URL.
 */
export function resumeAfter(request: Request, after: number | undefined): number | undefined {
	const header = request.headers.get("last-event-id");
	if (header === null || header === "") return after;
	if (/^(-1|\d{1,10})$/.test(header)) return Number(header);
	throw new HoldfastError("invalid", "Last-Event-ID: must be the id of a message of this stream", {
		header: "last-event-id",
	});
}
