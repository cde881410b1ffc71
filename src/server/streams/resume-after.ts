import { HoldfastError } from "../../error/index.ts";

/**
 * Behind which number a stream goes on: the header that browsers send when they connect again says it, else the
 * address. What is in the address was right once; what is in the header is later.
 */
export function resumeAfter(request: Request, after: number | undefined): number | undefined {
	const header = request.headers.get("last-event-id");
	if (header === null || header === "") return after;
	if (/^(-1|\d{1,10})$/.test(header)) return Number(header);
	throw new HoldfastError("invalid", "Last-Event-ID: must be the id of a message of this stream", {
		header: "last-event-id",
	});
}
