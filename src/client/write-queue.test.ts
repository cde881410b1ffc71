import { expect, it } from "vitest";
import { createWriteQueue } from "./write-queue.ts";

it("SE3: writes of one session go one after the other, whatever becomes of them; sessions do not wait for each other", async () => {
	const queue = createWriteQueue();
	const order: string[] = [];
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	const first = queue("a", async () => {
		await held;
		order.push("a1");
		throw new Error("refused");
	});
	const second = queue("a", async () => order.push("a2"));
	await queue("b", async () => order.push("b1"));
	expect(order).toEqual(["b1"]);
	release();
	await expect(first).rejects.toThrow("refused");
	await second;
	await queue("a", async () => order.push("a3"));
	expect(order).toEqual(["b1", "a1", "a2", "a3"]);
});
