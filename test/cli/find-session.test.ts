import { expect, test } from "vitest";
import { findSession } from "../../src/cli/find-session.ts";
import { describeWorlds } from "./worlds.ts";

describeWorlds("IF4: the session that a command means", (world) => {
	test("one with the id is it; several are ambiguous until agent and user name one", async () => {
		const { hf } = world();
		const refs = [
			{ agentId: "support", userId: "ada", sessionId: "twice" },
			{ agentId: "support", sessionId: "twice" },
			{ agentId: "sales", userId: "ada", sessionId: "twice" },
			{ agentId: "sales", sessionId: "order-4711" },
		];
		for (const ref of refs) await hf.sessions.create(ref);
		expect(await findSession(hf, "order-4711")).toMatchObject({ agentId: "sales" });
		const error = await findSession(hf, "twice").catch((thrown) => thrown);
		expect(error).toMatchObject({ code: "ambiguous" });
		expect(error.message).toContain("--agent");
		expect(error.candidates).toHaveLength(3);
		expect(error.candidates).toEqual(expect.arrayContaining(refs.slice(0, 3)));
		expect(await findSession(hf, "twice", { agent: "sales" })).toMatchObject({ agentId: "sales" });
		expect(await findSession(hf, "twice", { agent: "support", user: "ada" })).toMatchObject({
			userId: "ada",
		});
		const nobodys = await findSession(hf, "twice", { user: "" });
		expect(nobodys).toMatchObject({ agentId: "support", sessionId: "twice" });
		expect(nobodys.userId).toBeUndefined();
	});

	test("none says how to list them, or what may have been meant", async () => {
		const { hf } = world();
		await hf.sessions.open({ agentId: "sales", sessionId: "order-4711" });
		await expect(findSession(hf, "nothing like it")).rejects.toMatchObject({
			code: "not_found",
			message: 'there is no session "nothing like it"; `holdfast sessions ls` lists the sessions',
		});
		await expect(findSession(hf, "ordr-4711")).rejects.toMatchObject({ suggestions: ["order-4711"] });
		await expect(findSession(hf, "order", { agent: "sales" })).rejects.toMatchObject({
			message: 'there is no session "order" of agent sales; did you mean order-4711?',
		});
		await expect(findSession(hf, "order-4711", { agent: "support" })).rejects.toMatchObject({
			code: "not_found",
			suggestions: [],
		});
	});
});
