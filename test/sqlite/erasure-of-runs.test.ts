import { expect, test } from "vitest";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { beginRun, endRun, LONG, runSeed, span } from "../../src/testing/begin-run.ts";
import { createFixture, drafts } from "../../src/testing/fixture.ts";
import { tempDatabase } from "../processes/temp-database.ts";
import { filesWith } from "./find-bytes.ts";

const MARKER = "archaeopteryx";

test("ER1 what runs held is in no byte of the file or its log: neither what waited, nor details, errors and spans", async () => {
	const path = tempDatabase();
	const store = sqlite(path);
	await store.open();
	const t = createFixture(store);
	const [name, kept] = [t.name("s"), t.name("kept")];
	const { uid } = await t.append(name, drafts("a"), {
		run: { ...beginRun("r", { detail: { model: MARKER } }), spans: [span(MARKER, "r")] },
	});
	await t.append(name, [], {
		run: {
			...endRun("r", { error: { message: MARKER } }),
			spans: [span("2", "r", { name: MARKER.repeat(500) })],
		},
	});
	await t.append(kept, drafts("b"), { run: beginRun("k") });
	await store.runs.wait({
		target: { name },
		seed: runSeed("waits"),
		queued: `${MARKER} `.repeat(1000),
		aliveMs: LONG,
	});
	await store.runs.wait({
		target: { name: kept },
		seed: runSeed("waits too"),
		queued: `${MARKER} `.repeat(1000),
		aliveMs: LONG,
	});
	expect(filesWith(path, MARKER)).not.toEqual([]);
	await t.append(kept, [], { run: endRun("waits too", { status: "cancelled" }) });
	expect(await store.erasure.erase({ tenant: t.tenant, session: uid })).toMatchObject({ runs: 2, spans: 2 });
	expect(await store.runs.list({ tenant: t.tenant, limit: 9 })).toHaveLength(2);
	await store.close();
	expect(filesWith(path, MARKER)).toEqual([]);
});
