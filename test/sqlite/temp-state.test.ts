import { expect, test } from "vitest";
import type { Holdfast, NewEvent } from "../../src/index.ts";
import { openFile, tempDatabase } from "../processes/temp-database.ts";
import { filesWith } from "./find-bytes.ts";

const MARKER = "quetzalcoatlus-temp";
const CONTROL = "quetzalcoatlus-kept";
const ref = { agentId: "a", sessionId: "s", userId: "u" };
/** The marker as key and as value, beside a key that is kept. */
const state = { [`temp:${MARKER}`]: 1, "temp:key": MARKER, kept: CONTROL };
const event: NewEvent = { kind: "custom", source: "integration", data: { type: "x" } };

function exportLines(): string {
	const at = "2026-01-01T00:00:00.000Z";
	const header = {
		type: "session",
		format: "holdfast/1",
		agentId: "a",
		sessionId: "imported",
		mode: "auto",
		metadata: {},
	};
	const stored = {
		offset: 0,
		id: "01890a5d-ac96-774b-bcce-b302099a8057",
		kind: "custom",
		source: "user",
		at,
		data: { type: "x" },
	};
	const lines = [
		{ ...header, state, base: 0, head: 1, createdAt: at, updatedAt: at },
		{ ...stored, stateDelta: { set: state, remove: [`temp:${MARKER}-gone`] } },
	];
	return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

const ways: Record<string, (hf: Holdfast) => Promise<unknown>> = {
	"state.set": (hf) => hf.session(ref).state.set(state),
	"state.remove": (hf) =>
		hf
			.session(ref)
			.state.set({ kept: CONTROL })
			.then(() => hf.session(ref).state.remove(`temp:${MARKER}`)),
	"an append's stateDelta": (hf) => hf.session(ref).append({ ...event, stateDelta: { set: state } }),
	"an append's removals": (hf) =>
		hf.session(ref).append({ ...event, stateDelta: { set: { kept: CONTROL }, remove: [`temp:${MARKER}`] } }),
	"an append with a key": (hf) =>
		hf.session(ref).append({ ...event, stateDelta: { set: state } }, { idempotencyKey: "k" }),
	"the initial state of create": (hf) => hf.sessions.create(ref, { state }),
	"the initial state of open": (hf) => hf.sessions.open({ agentId: "a" }, { state }),
	"an import": (hf) => hf.sessions.import(exportLines()),
	"an import that replaces": (hf) =>
		hf.sessions
			.import(exportLines())
			.then(() => hf.sessions.import(exportLines(), { onConflict: "replace" })),
};

test.for(Object.keys(ways))("ST1 temp: state never reaches the file by way of %s", async (way) => {
	const path = tempDatabase();
	const hf = await openFile(path);
	await ways[way]?.(hf);
	// The search works: what is kept is found.
	expect(filesWith(path, CONTROL)).not.toEqual([]);
	expect(filesWith(path, MARKER)).toEqual([]);
	// Nor by what is made of it afterwards.
	const { items } = await hf.sessions.list();
	for (const session of items) {
		if (session.head > 0)
			await hf.sessions.fork(session, { offset: session.head - 1 }, { agentId: "a", sessionId: "fork" });
		await hf.sessions.rekey(session, { userId: "v" });
	}
	await hf.close();
	expect(filesWith(path, CONTROL)).toEqual(["holdfast.db"]);
	expect(filesWith(path, MARKER)).toEqual([]);
});
