import { describe, expect, it } from "vitest";
import { type Backend, freshWorld } from "./world.ts";

/** What operators are told. */
export function describeDoctor(backend: Backend): void {
	describe("doctor", () => {
		const world = freshWorld(backend);
		it("IF4: tells of the store, what it can do, the embedder and the work that waits", async () => {
			const hf = await world.open();
			const report = await hf.doctor();
			expect(report.ok).toBe(true);
			expect(report.findings.map(({ about }) => about)).toEqual(
				expect.arrayContaining(["program", "store", "capabilities", "embedder", "jobs", "dead letters"]),
			);
			for (const { about, status, message } of report.findings) {
				expect(["ok", "warning"], `${about}: ${message}`).toContain(status);
				expect(message).not.toBe("");
			}
			expect(report.capabilities.limits.batchEvents).toBeGreaterThanOrEqual(64);
			expect(JSON.stringify(report)).not.toContain("password");
		});
	});
}
