import { expect } from "vitest";
import { onEachStore } from "../on-each-store.ts";
import { allRuns, exchange, expectBlocks, openTurns, readLog } from "./read-turns.ts";
import { startRunner } from "./start-runner.ts";

// Three renewals a lease: a process that is not scheduled for two thirds of it loses it, also on a busy machine.
const LEASE_MS = 2_000;

onEachStore(
	"AG7 AG8 a run that lasts several leases keeps its turn, and so does the place of one that waits for it",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path, { leaseMs: LEASE_MS });
		const [first, second] = await Promise.all([startRunner(path, LEASE_MS), startRunner(path, LEASE_MS)]);
		const slow = first.run("look slowly", { hold: ["model", "tool"] });
		await slow.reached("model");
		const waiting = second.run("waiting");
		// Each of them renews three times a lease; each process also looks for dead runs every other lease.
		await Promise.all([slow.renewed(5), waiting.renewed(4)]);
		slow.release("model");
		await slow.reached("tool");
		await Promise.all([slow.renewed(10), waiting.renewed(8)]);
		expect(await hf.sweep()).toMatchObject({ runs: 0 });
		expect((await allRuns(hf)).map(({ status }) => status)).toEqual(["running", "pending"]);
		slow.release("tool");
		await slow.done();
		await waiting.done();
		expect(expectBlocks(await readLog(hf)).map(({ lines }) => lines)).toEqual([
			exchange("look slowly"),
			exchange("waiting"),
		]);
	},
);
