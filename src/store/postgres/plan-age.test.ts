import type { PoolClient } from "pg";
import { expect, it } from "vitest";
import { PlanAge } from "./plan-age.ts";

it("BE6: a connection forgets its plans after some uses, then more and more rarely, each for itself", () => {
	const plans = new PlanAge();
	const [one, other] = [{}, {}] as [PoolClient, PoolClient];
	const old: number[] = [];
	for (let use = 1; use <= 200_000; use++) if (plans.isOld(one)) old.push(use);
	expect(old).toEqual([64, 256, 1_024, 4_096, 16_384, 65_536, 131_072, 196_608]);
	expect(plans.isOld(other)).toBe(false);
});
