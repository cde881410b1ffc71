import { expect } from "vitest";
import type { TenantId } from "../../src/event/index.ts";
import { holdfast } from "../../src/index.ts";
import { createFixture } from "../../src/testing/fixture.ts";
import { fillTenant } from "../../src/testing/transfer-world.ts";
import type { CopierInput } from "./children/copier.ts";
import { onEachStore } from "./on-each-store.ts";
import { startChild } from "./start-child.ts";
import { type Place, storeAt } from "./store-at.ts";
import { tempDatabase } from "./temp-database.ts";

interface Told {
	pages: number;
	rows?: number;
	written?: number;
}

const TENANTS = ["acme", "globex"];

async function fill(place: Place): Promise<void> {
	const store = storeAt(place);
	for (const tenant of TENANTS) {
		const hf = await holdfast({ store, tenant });
		await fillTenant(createFixture(store, tenant as TenantId));
		await hf.close();
	}
}

async function exportsOf(place: Place): Promise<string[]> {
	const store = storeAt(place);
	const texts: string[] = [];
	for (const tenant of TENANTS) {
		const hf = await holdfast({ store, tenant });
		let text = "";
		for await (const line of hf.export()) text += line;
		texts.push(text, JSON.stringify((await hf.runs.list({ limit: 100 })).items));
		await hf.close();
	}
	return texts;
}

onEachStore(
	"SE13 a copy whose process is killed goes on when it is run again; nothing is doubled or lacking",
	async (newPlace) => {
		const from = tempDatabase();
		await fill(from);
		const input: CopierInput = { from, to: await newPlace() };
		for (const pages of [1, 5, 12, 20]) {
			const child = startChild<Told>("copier", input);
			await child.message((told) => told.pages >= pages);
			await child.kill();
		}
		const last = startChild<Told>("copier", input);
		await last.ended();
		const { rows, written } = last.messages.at(-1) ?? {};
		expect(rows).toBeGreaterThan(written ?? 0);
		expect(await exportsOf(input.to)).toEqual(await exportsOf(from));
	},
);
