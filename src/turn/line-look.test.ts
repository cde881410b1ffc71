import { describe, expect, it } from "vitest";
import type { SessionUid } from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import type { RunRecord } from "../store/ports/index.ts";
import { lookAtLine, toLook } from "./line-look.ts";

const run = (id: string, status: "pending" | "running" = "pending", expired = false) => ({
	id,
	status,
	expired,
});

describe("the queue of a session (AG8)", () => {
	it("lets the first run go, and none while another one is running", () => {
		expect([...toLook([run("a"), run("b")])]).toEqual([
			["a", false],
			["b", true],
		]);
		// A run that replaced another one did not wait: it may be listed after waiting runs.
		expect([...toLook([run("a"), run("b", "running")])]).toEqual([
			["a", true],
			["b", true],
		]);
		expect(toLook([run("a", "running")]).get("a")).toBe(false);
	});

	it("skips runs whose process died", () => {
		const look = toLook([run("a", "running", true), run("b", "pending", true), run("c"), run("d")]);
		expect([look.get("c"), look.get("d"), look.get("e")]).toEqual([false, true, undefined]);
	});

	it("is read once for all runs that were woken together, and again for later ones", async () => {
		const reads: PromiseWithResolvers<RunRecord[]>[] = [];
		let begun = Promise.withResolvers<void>();
		const line = () => {
			const read = Promise.withResolvers<RunRecord[]>();
			reads.push(read);
			begun.resolve();
			return read.promise;
		};
		const platform = { tenant: "t", store: { runs: { line } } } as unknown as Platform;
		const uid = "s" as SessionUid;
		const together = Array.from({ length: 50 }, () => lookAtLine(platform, uid));
		await begun.promise;
		begun = Promise.withResolvers();
		// It may have been woken by a commit that the pending read does not see.
		const later = lookAtLine(platform, uid);
		await begun.promise;
		expect(reads).toHaveLength(2);
		reads[0]?.resolve([run("a"), run("b")] as RunRecord[]);
		reads[1]?.resolve([run("b")] as RunRecord[]);
		for (const look of await Promise.all(together)) expect(look.get("b")).toBe(true);
		expect((await later).get("b")).toBe(false);
	});

	it("if the store is unavailable, all pending reads fail, and the next one reads again", async () => {
		let away = true;
		const line = async () => {
			if (away) throw new Error("away");
			return [];
		};
		const platform = { tenant: "t", store: { runs: { line } } } as unknown as Platform;
		const asked = [1, 2].map(() => lookAtLine(platform, "s" as SessionUid));
		for (const look of asked) await expect(look).rejects.toThrow("away");
		away = false;
		expect((await lookAtLine(platform, "s" as SessionUid)).size).toBe(0);
	});
});
