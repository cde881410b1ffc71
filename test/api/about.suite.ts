import { describe, expect, test } from "vitest";
import { packageVersion } from "../../src/config/package-files.ts";
import { type Backend, freshWorld } from "./world.ts";

/** Who asks, whom, and what can be had there. */
export function describeAbout(backend: Backend): void {
	describe("about", () => {
		const world = freshWorld(backend);

		test("IF5 tells of the version, the caller, the store, the ways to search and the retention", async () => {
			const hf = await world.open({
				tenant: "acme",
				retention: { events: 30, agents: { support: "forever" } },
			});
			const { scope, ...about } = await hf.about();
			// The clients of these tests have a key of a tenant.
			expect(["root", "admin"]).toContain(scope);
			expect(about).toEqual({
				version: packageVersion(),
				tenant: "acme",
				store: { name: world.store.name, capabilities: world.store.capabilities },
				memory: {
					embedder: { name: expect.any(String), dimensions: expect.any(Number) },
					index: world.store.search?.name ?? "process",
					strategies: [
						{ name: "all", available: true },
						{ name: "relevant", available: true },
						{ name: "both", available: true },
					],
				},
				retention: { events: 30, agents: { support: "forever" } },
			});
		});

		test("IF5 ME4 without an embedder what fits is found by words, and that is said", async () => {
			const hf = await world.connect({ embedder: false });
			const { memory } = await hf.about();
			await hf.close();
			const note = "by words only: no embedder is configured";
			expect(memory).toMatchObject({
				embedder: false,
				strategies: [
					{ name: "all", available: true },
					{ name: "relevant", available: true, note },
					{ name: "both", available: true, note },
				],
			});
		});

		test("IF5 what is told is a copy: who changes it changes nothing", async () => {
			const hf = await world.open();
			const first = await hf.about();
			Object.assign(first.store?.capabilities ?? {}, { durable: "changed" });
			Object.assign(first.retention?.agents ?? {}, { support: 0 });
			const second = await hf.about();
			expect(second.store?.capabilities).toEqual(world.store.capabilities);
			expect(second.retention).toEqual({ events: 90, agents: {} });
		});
	});
}
