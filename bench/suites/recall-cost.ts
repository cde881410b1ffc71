/*
 * npm run bench -- recall-cost
 *
 * What it costs that every run searches the user's earlier messages. The models take no time.
 */
import { join } from "node:path";
import { type AgentDefinition, type Holdfast, holdfast } from "../../src/index.ts";
import { type Store, sqlite } from "../../src/store/sqlite/index.ts";
import { instantModel } from "../instant-model.ts";
import { withStalls } from "../loop-stall.ts";
import { madeUpInputs, madeUpTalk } from "../made-up-talk.ts";
import { atLeast, atMost, elapsed, median, perSecond, type Row } from "../measure.ts";
import { inFolder, openRaw } from "../stores.ts";

const MINUTE = 60_000;
const PER_SESSION = 20;
const SQLITE = { durability: "normal" } as const;

const agent: AgentDefinition = { id: "bench", model: instantModel(), instructions: "You help." };
const withoutExcerpts: AgentDefinition = { ...agent, id: "without", memory: { excerptBudget: 0 } };

/** Earlier sessions of a user, as another process would have left them: twenty messages each. */
export async function tellEarlier(
	hf: Holdfast,
	who: { agentId: string; userId: string },
	count: number,
	seed: number,
): Promise<void> {
	const lines = madeUpTalk(count, seed);
	const start = Date.UTC(2026, 2, 1);
	for (let from = 0; from < count; from += PER_SESSION) {
		await hf.session({ ...who, sessionId: `earlier-${from}` }).append(
			lines.slice(from, from + PER_SESSION).map(({ role, content }, i) => ({
				kind: "message" as const,
				source: role === "user" ? ("user" as const) : ("agent" as const),
				at: new Date(start + (from * 20 + i) * MINUTE).toISOString(),
				data: { role, content },
			})),
		);
	}
}

const us = (ms: number): string => `${(ms * 1000).toFixed(0)} µs`;
const WARM_UP = 100;
const TURNS = 200;

/** A warm turn over 5,000 earlier messages, in units of one raw append and one raw read of the newest 50. */
export async function warmTurns(): Promise<Row[]> {
	return inFolder(async (dir) => {
		const raw = openRaw(join(dir, "raw.db"), "normal");
		raw.fill("s", 50);
		const agents = [{ ...agent, memory: { limit: 50 } }];
		const hf = await holdfast({ store: sqlite(join(dir, "ours.db"), SQLITE), agents });
		const who = { agentId: "bench", userId: "u" };
		await tellEarlier(hf, who, 5_000, 1);
		const input = madeUpInputs(1);
		const times: Record<"long" | "fresh" | "unit", number[]> = { long: [], fresh: [], unit: [] };
		for (let i = 0; i < 25; i++) await hf.agents.run({ ...who, sessionId: "long", input: input(i) });
		for (let i = 0; i < WARM_UP + TURNS; i++) {
			const said = input(i);
			times.long.push(await elapsed(() => hf.agents.run({ ...who, sessionId: "long", input: said })));
			times.fresh.push(await elapsed(() => hf.agents.run({ ...who, sessionId: `new-${i}`, input: said })));
			times.unit.push(
				await elapsed(async () => {
					await raw.append("s", i);
					await raw.last("s", 50);
				}),
			);
		}
		await hf.close();
		raw.close();
		const unit = median(times.unit.slice(WARM_UP));
		const row = (where: string, of: readonly number[]): Row => {
			const ms = median(of.slice(WARM_UP));
			const what = `a turn with excerpts over 5,000 earlier messages, ${where}`;
			return atMost(what, us(ms), us(unit), ms / unit, 12);
		};
		return [row("50 messages of history", times.long), row("in a new session", times.fresh)];
	});
}

/** One who says when a store is filled, and opens it again. */
export interface FirstTurns {
	where: string;
	/** The same data each time. */
	open(): Store;
	filled?: () => Promise<unknown>;
	/** How many users come for the first time, by the number of their messages. */
	users: Readonly<Record<number, number>>;
}

const MOST_MS: Readonly<Record<number, number>> = { 200: 40, 5000: 300 };
const MOST_STALL = 50;

/** The first turn of a user in a process that has run turns of others, over messages that another instance has stored. */
export async function measureFirstTurns({ where, open, filled, users }: FirstTurns): Promise<Row[]> {
	const sizes = Object.keys(users).map(Number);
	const cases = sizes.flatMap((size) => [false, true].map((indexed) => ({ size, indexed })));
	const input = madeUpInputs(2);
	const nameOf = (size: number, indexed: boolean, i: number) => ({
		agentId: "bench",
		userId: `${indexed ? "searched" : "plain"}-${size}-${i}`,
	});
	const filling = await holdfast({ store: open(), agents: [agent] });
	let seed = 0;
	for (const { size, indexed } of cases) {
		for (let i = 0; i <= (users[size] ?? 0); i++) {
			const who = nameOf(size, indexed, i);
			await tellEarlier(filling, who, size, seed++);
			if (indexed) await filling.agents.run({ ...who, sessionId: "before", input: input(i) });
		}
	}
	await filling.close();
	await filled?.();
	const hf = await holdfast({ store: open(), agents: [agent] });
	const first = (size: number, indexed: boolean, i: number) =>
		withStalls(() => hf.agents.run({ ...nameOf(size, indexed, i), sessionId: "new", input: input(i) }));
	// The process has run: other users have had their turns.
	for (const { size, indexed } of cases) await first(size, indexed, 0);
	const rows: Row[] = [];
	for (const { size, indexed } of cases) {
		const times: number[] = [];
		const stalls: number[] = [];
		for (let i = 1; i <= (users[size] ?? 0); i++) {
			const { ms, stall } = await first(size, indexed, i);
			times.push(ms);
			stalls.push(stall);
		}
		const [ms, stall] = [median(times), median(stalls)];
		const [most, longest] = [Math.max(...times), Math.max(...stalls)].map((value) => value.toFixed(0));
		const limit = MOST_MS[size] ?? Number.POSITIVE_INFINITY;
		rows.push({
			what: `${where}first turn of a user, ${size.toLocaleString("en")} earlier messages, ${indexed ? "searched before" : "never searched"}: time / longest stall (at most)`,
			ours: `${ms.toFixed(0)} ms / ${stall.toFixed(0)} ms (${most} / ${longest})`,
			raw: "–",
			ratio: Number.NaN,
			target: `≤ ${limit} ms / ${MOST_STALL} ms`,
			meets: ms <= limit && stall <= MOST_STALL,
		});
	}
	await hf.close();
	return rows;
}

export async function firstTurns(): Promise<Row[]> {
	return inFolder((dir) =>
		measureFirstTurns({
			where: "",
			open: () => sqlite(join(dir, "ours.db"), SQLITE),
			users: { 200: 15, 5000: 7 },
		}),
	);
}

const USERS = 200;
const EARLIER = 60;
const ROUNDS = 7;

/** Runs of 200 users at once, with and without excerpts, by turns. */
export async function runsAtOnce(): Promise<Row> {
	return inFolder(async (dir) => {
		const hf = await holdfast({
			store: sqlite(join(dir, "ours.db"), SQLITE),
			agents: [agent, withoutExcerpts],
		});
		const ids = ["bench", "without"] as const;
		for (const agentId of ids)
			for (let i = 0; i < USERS; i++) await tellEarlier(hf, { agentId, userId: `u${i}` }, EARLIER, i);
		const input = madeUpInputs(3);
		let asked = 0;
		const round = (agentId: string): Promise<number> =>
			elapsed(() =>
				Promise.all(
					Array.from({ length: USERS }, (_, i) =>
						hf.agents.run({ agentId, userId: `u${i}`, sessionId: "now", input: input(asked++) }),
					),
				),
			);
		for (const agentId of ids) for (let i = 0; i < 2; i++) await round(agentId);
		const times: Record<(typeof ids)[number], number[]> = { bench: [], without: [] };
		for (let i = 0; i < ROUNDS; i++)
			for (const agentId of i % 2 === 0 ? ids : ids.toReversed()) times[agentId].push(await round(agentId));
		await hf.close();
		const [ours, plain] = [median(times.bench), median(times.without)];
		const ratio = median(times.bench.map((ms, i) => (times.without[i] as number) / ms));
		const what = `${USERS} runs of ${USERS} users at the same time, with excerpts against without`;
		return atLeast(what, perSecond(USERS, ours), perSecond(USERS, plain), ratio, 0.4);
	});
}
