import { expect, it } from "vitest";
import type { AgentId, SessionId, SessionUid, TenantId } from "../event/index.ts";
import { sessionName } from "./ports/index.ts";
import { Watchers } from "./watchers.ts";

const tenant = "t" as TenantId;
const uid = (id: string) => ({ uid: id as SessionUid, tenant });

it("SE5: wakes the watchers of the key, by uid or by name, and no others", () => {
	const watchers = new Watchers();
	const woken: string[] = [];
	const name = sessionName({
		tenant,
		agentId: "a" as AgentId,
		userId: undefined,
		sessionId: "s" as SessionId,
	});
	watchers.add(uid("1"), () => woken.push("uid 1"));
	watchers.add(uid("2"), () => woken.push("uid 2"));
	watchers.add({ name }, () => woken.push("name"));
	watchers.wake("1");
	watchers.wake(name.key);
	watchers.wake("nobody");
	expect(woken).toEqual(["uid 1", "name"]);
	watchers.wakeAll();
	expect(woken.slice(2).sort()).toEqual(["name", "uid 1", "uid 2"]);
});

it("SE5: the same function can watch twice and stop once; after the last stop, no entry is left", () => {
	const watchers = new Watchers();
	let calls = 0;
	const count = (): void => {
		calls += 1;
	};
	const [one, two] = [watchers.add(uid("1"), count), watchers.add(uid("1"), count)];
	one();
	one();
	watchers.wake("1");
	expect([calls, watchers.size]).toEqual([1, 1]);
	two();
	watchers.wake("1");
	expect([calls, watchers.size]).toEqual([1, 0]);
});

it("SE5: a listener may stop, and start watching, while it is woken", () => {
	const watchers = new Watchers();
	let calls = 0;
	const again = (): void => {
		calls += 1;
		stop();
		if (calls < 3) stop = watchers.add(uid(`${calls}`), again);
	};
	let stop = watchers.add(uid("0"), again);
	watchers.wakeAll();
	expect(calls).toBe(1);
	watchers.wakeAll();
	watchers.wakeAll();
	expect([calls, watchers.size]).toEqual([3, 0]);
});
