import { countsAsMessage, type SessionUid, type TenantId } from "../../event/index.ts";
import { OPENING_CHARS, OPENING_EVENTS, type Opening } from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import type { MemoryEvent } from "./stored.ts";

const isSaid = ({ kind, body }: MemoryEvent): boolean =>
	countsAsMessage(kind) && !body.endsWith('"erased":true}');
const isUsers = ({ kind, source }: MemoryEvent): boolean => kind === "message" && source === "user";

export function readOpenings(data: MemoryData, tenant: TenantId, uids: readonly SessionUid[]): Opening[] {
	return uids.flatMap((uid) => {
		const said = data.find({ uid, tenant })?.events.slice(0, OPENING_EVENTS).filter(isSaid) ?? [];
		const opening = said.find(isUsers) ?? said[0];
		return opening ? [{ uid, body: opening.body.slice(0, OPENING_CHARS) }] : [];
	});
}
