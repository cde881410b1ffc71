import type { JsonObject } from "../../event/index.ts";
import { EXTERNAL_ID } from "../../state/index.ts";
import {
	type AppendUnit,
	firstNumber,
	planDeliveries,
	type RecordPlan,
	type SessionSeed,
	touchesRecord,
} from "../ports/index.ts";
import { row, rows, type Sql, tell } from "./call.ts";
import type { SessionRow } from "./find-session.ts";
import { filterText } from "./subscriptions.ts";

/**
 * What a unit does to the record of a session and its URLs; undefined: nothing. Only reads, and may throw.
 */
export function* planRecord(
	found: SessionRow | undefined,
	seed: SessionSeed | undefined,
	unit: AppendUnit,
): Sql<RecordPlan | undefined> {
	if (!found) return planDeliveries(unit, { before: {}, urls: [], created: seed?.metadata ?? {} });
	if (!touchesRecord(unit)) return undefined;
	const text = "SELECT metadata FROM {sessions} WHERE {mine} AND no = ?";
	const stored = yield* row<{ metadata: string }>(text, found.no);
	const own = "SELECT url FROM {deliveries} WHERE {mine} AND session_no = ? AND subscription = ''";
	const urls = yield* rows<{ url: string }>(own, found.no);
	const metadata = JSON.parse(stored?.metadata ?? "{}") as JsonObject;
	return planDeliveries(unit, { before: metadata, urls: urls.map(({ url }) => url) });
}

export function* writeRecord(no: number, { patch }: AppendUnit, { metadata }: RecordPlan): Sql<void> {
	const { title } = patch;
	if (title !== undefined) yield tell("UPDATE {sessions} SET title = ? WHERE {mine} AND no = ?", title, no);
	if (!metadata) return;
	const externalId = metadata[EXTERNAL_ID];
	yield tell(
		"UPDATE {sessions} SET metadata = ?, external_id = ? WHERE {mine} AND no = ?",
		JSON.stringify(metadata),
		typeof externalId === "string" ? externalId : null,
		no,
	);
}

/** Updates the URLs of a session: ends some, and starts others at `from` or sets their filters. */
export function* writeDeliveries(
	{ no, tenant }: SessionRow,
	{ begin, end }: RecordPlan,
	from: number,
	at: number,
): Sql<void> {
	const one = "{mine} AND session_no = ? AND subscription = '' AND url = ?";
	for (const url of end) yield tell(`DELETE FROM {deliveries} WHERE ${one}`, no, url);
	for (const { url, events } of begin) {
		const filter = events === "kept" ? null : filterText(events);
		if (events !== "kept") yield tell(`UPDATE {deliveries} SET events = ? WHERE ${one}`, filter, no, url);
		yield tell(
			`INSERT INTO {deliveries} (tenant, session_no, url, events, next_offset, status, attempts, due_at, created_at, token)
			VALUES (?, ?, ?, ?, ?, 'active', 0, ?, ?, ?) ON CONFLICT DO NOTHING`,
			tenant,
			no,
			url,
			filter,
			from,
			at,
			at,
			firstNumber(),
		);
	}
}
