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
				expect.arrayContaining([
					"program",
					"store",
					"capabilities",
					"model",
					"embedder",
					"jobs",
					"dead letters",
				]),
			);
			for (const { about, status, message } of report.findings) {
				expect(["ok", "warning"], `${about}: ${message}`).toContain(status);
				expect(message).not.toBe("");
			}
			expect(report.capabilities.limits.batchEvents).toBeGreaterThanOrEqual(64);
			expect(JSON.stringify(report)).not.toContain("password");
		});

		it("IF4: a default model and a model of an agent that cannot answer are problems, with what to do", async () => {
			await using hf = await world.connect({
				model: "gpt-5",
				agents: [{ id: "desk", model: "nobody/x" }],
			});
			const { ok, findings } = await hf.doctor();
			expect(ok).toBe(false);
			// A server tells a tenant's key that something is wrong, and whoever runs it what.
			expect(findings.filter(({ about }) => about === "model")).toEqual([
				{
					about: "model",
					status: "problem",
					message: expect.stringMatching(/did you mean openai\/gpt-5\?|^only the operator of the server/),
				},
				{
					about: "model",
					status: "problem",
					message: expect.stringMatching(
						/^agent desk: model "nobody\/x" has an unknown |^only the operator of the server/,
					),
				},
			]);
		});
	});
}
