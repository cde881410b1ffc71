import { describe, expect, it } from "vitest";
import type { SessionUid, TenantId } from "../../event/index.ts";
import type { AppendUnit, EventDraft, SessionHead } from "./index.ts";
import { checkOffset, planAppend } from "./index.ts";

const head: SessionHead = {
	mode: "auto",
	head: 5,
	messageCount: 2,
	endedAt: undefined,
	fence: 1,
	lastRunId: "r",
	consolidatedTo: 3,
	updatedAt: 100,
};
const event = (kind: EventDraft["kind"]): EventDraft => ({
	kind,
	source: "user",
	runId: undefined,
	body: "{}",
	writes: [],
});
const unit = (parts: Partial<AppendUnit>): AppendUnit => ({
	target: { uid: "u" as SessionUid, tenant: "t" as TenantId },
	create: undefined,
	events: [],
	reopen: () => event("session"),
	patch: {},
	jobs: [],
	deliveries: [],
	endDeliveries: [],
	require: {},
	at: 200,
	...parts,
});

describe("planAppend", () => {
	it("SE2, SE8: events follow the head; messages are counted; the time never goes back", () => {
		const plan = planAppend(
			head,
			unit({ events: [event("message"), event("tool_call"), event("reply")], at: 50 }),
		);
		expect(plan).toMatchObject({ firstOffset: 5, next: { head: 8, messageCount: 4, updatedAt: 100 } });
		expect(planAppend(head, unit({})).next).toEqual({ ...head, updatedAt: 200 });
	});

	it("SE9: events reopen an ended session, with an event after the batch; without events, or if it is ended again, it stays ended", () => {
		const ended = { ...head, endedAt: 90 };
		const reopened = planAppend(ended, unit({ events: [event("message")] }));
		expect(reopened.events.map(({ kind }) => kind)).toEqual(["message", "session"]);
		expect(reopened.next).toMatchObject({ head: 7, endedAt: undefined });
		expect(planAppend(ended, unit({ patch: { title: "t" } })).next.endedAt).toBe(90);
		const end = unit({ events: [event("session")], reopen: undefined, patch: { endedAt: 7 } });
		expect(planAppend(ended, end)).toMatchObject({ events: [{ kind: "session" }], next: { endedAt: 7 } });
		expect(planAppend(ended, unit({ patch: { endedAt: null } })).next.endedAt).toBeUndefined();
	});

	it("AG8: the next fencing token is one higher, and only on demand", () => {
		expect(planAppend(head, unit({ patch: { advanceFence: true } })).next.fence).toBe(2);
		expect(planAppend(head, unit({ require: { fence: 1 } })).next.fence).toBe(1);
	});

	it("SE3: each failed precondition is reported by name, with the expected and the actual value", () => {
		const refusal = (session: SessionHead, require: AppendUnit["require"]) => {
			try {
				planAppend(session, unit({ require }));
			} catch (error) {
				return error;
			}
			return "accepted";
		};
		const conflict = (precondition: string, expected: unknown, actual: unknown) => ({
			code: "conflict",
			precondition,
			expected,
			actual,
		});
		expect(refusal(head, { expectedOffset: 4 })).toMatchObject(conflict("offset", 4, 5));
		expect(refusal(head, { expectedOffset: 5 })).toBe("accepted");
		expect(refusal(head, { fence: 0 })).toMatchObject(conflict("fence", 0, 1));
		expect(refusal(head, { mode: "manual" })).toMatchObject(conflict("mode", "manual", "auto"));
		expect(refusal({ ...head, endedAt: 1 }, { open: true })).toMatchObject(conflict("open", "open", "ended"));
		expect(refusal(head, { open: true })).toBe("accepted");
	});
});

describe("checkOffset", () => {
	const check = (offset: number) => {
		try {
			checkOffset({ base: 2, head: 5 }, offset);
		} catch (error) {
			return (error as { code?: string }).code;
		}
		return "kept";
	};

	it("SE10: below the retention horizon is not_found, past the head is invalid", () => {
		expect([0, 1, 2, 4, 5, 9].map(check)).toEqual([
			"not_found",
			"not_found",
			"kept",
			"kept",
			"invalid",
			"invalid",
		]);
	});
});
