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

describe("the line of a session (AG8)", () => {
	it("lets the first go, and nobody while another runs", () => {
		expect([...toLook([run("a"), run("b")])]).toEqual([
			["a", false],
			["b", true],
		]);
		// One that replaced another did not wait: it may run behind those who do.
		expect([...toLook([run("a"), run("b", "running")])]).toEqual([
			["a", true],
			["b", true],
		]);
		expect(toLook([run("a", "running")]).get("a")).toBe(false);
	});

	it("passes over those whose process is gone", () => {
		const look = toLook([run("a", "running", true), run("b", "pending", true), run("c"), run("d")]);
		expect([look.get("c"), look.get("d"), look.get("e")]).toEqual([false, true, undefined]);
	});

	it("is read once for all who were woken together, and again for who comes later", async () => {
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
		// It may have been woken by a commit that the read under way does not see.
		const later = lookAtLine(platform, uid);
		await begun.promise;
		expect(reads).toHaveLength(2);
		reads[0]?.resolve([run("a"), run("b")] as RunRecord[]);
		reads[1]?.resolve([run("b")] as RunRecord[]);
		for (const look of await Promise.all(together)) expect(look.get("b")).toBe(true);
		expect((await later).get("b")).toBe(false);
	});

	it("a store that is away fails all who asked, and the next look asks again", async () => {
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
