import { setTimeout as pause } from "node:timers/promises";
import { type Holdfast, HoldfastError, holdfast, type NewEvent } from "../../../../src/index.ts";
import { finish, input, tell } from "../../../processes/children/parent.ts";
import { type Place, storeAt } from "../../../processes/store-at.ts";

/** Writes and follows while the server comes and goes, and tells what it was told and what it saw. */
export interface FaultWriterInput {
	place: Place;
	process: number;
	/** How many writers repeat what fails, with the same key; half of them lose patience quickly. */
	keyed: number;
	/** How many writers have no key, and leave alone what fails. */
	keyless: number;
	sessions: number;
	/** Sessions, by number, that are followed here. */
	followed: number[];
}

/** What each event says: enough to tell a half batch from a whole one. */
export interface Written {
	type: "written";
	name: string;
	index: number;
	size: number;
}

export interface Told {
	name: string;
	sessionId: string;
	offsets: number[];
}

export interface Report {
	acknowledged: Told[];
	/** Failed as `unavailable`, without a key: may be there or not. */
	doubtful: { name: string; size: number }[];
	/** How often a writer with a key had to repeat itself. */
	repeats: number;
	/** Failures of any other kind. */
	wrong: string[];
}

export type FaultWriterMessage =
	| { ready: true }
	| { done: number }
	| { report: Report }
	| { seen: Record<string, string[]>; surprises: string[] };

export type FaultWriterCommand = { do: "go" } | { do: "stop" } | { do: "end"; heads: Record<string, number> };

const HASTY_MS = 100;
const given = input<FaultWriterInput>();
const say = (message: FaultWriterMessage): Promise<void> => tell(message);
const surprises: string[] = [];

const isAway = (error: unknown): boolean => HoldfastError.isInstance(error) && error.code === "unavailable";

/** One that is in such a hurry may need more than one attempt, on a machine that is busy. */
async function openHasty(): Promise<Holdfast> {
	while (true) {
		try {
			return await holdfast({ store: storeAt(given.place, { postgres: { timeoutMs: HASTY_MS } }) });
		} catch (error) {
			if (!isAway(error)) throw error;
		}
	}
}

const patient = await holdfast({ store: storeAt(given.place) });
const hasty = await openHasty();
// From here on: a failure before is one of the test.
process.on("unhandledRejection", (reason) => surprises.push(`rejection: ${reason}`));
process.on("uncaughtException", (error) => surprises.push(`exception: ${error.stack}`));
const report: Report = { acknowledged: [], doubtful: [], repeats: 0, wrong: [] };
const { promise: heads, resolve: learnHeads } = Promise.withResolvers<Record<string, number>>();
let stopped = false;

const refOf = (sessionId: string) => ({ agentId: "a", sessionId });

/** Those that are followed are written to more often than the others. */
function someSession(): string {
	const { followed, sessions } = given;
	const favourite = followed[Math.floor(Math.random() * followed.length)];
	const any = Math.floor(Math.random() * sessions);
	return `s${favourite !== undefined && Math.random() < 0.2 ? favourite : any}`;
}

function batchOf(name: string): NewEvent[] {
	const size = 1 + (name.length % 3);
	return Array.from({ length: size }, (_, index): NewEvent => {
		const data: Written = { type: "written", name, index, size };
		return { kind: "custom", source: "integration", data: { ...data } };
	});
}

/** One append, until it is acknowledged or, without a key, has failed. */
async function append(hf: Holdfast, sessionId: string, name: string, hasKey: boolean): Promise<void> {
	const batch = batchOf(name);
	while (true) {
		try {
			const options = hasKey ? { idempotencyKey: name } : {};
			const stored = await hf.session(refOf(sessionId)).append(batch, options);
			report.acknowledged.push({ name, sessionId, offsets: stored.map(({ offset }) => offset) });
			return;
		} catch (error) {
			if (!isAway(error)) {
				report.wrong.push(`${name}: ${error}`);
				return;
			}
			if (!hasKey) {
				report.doubtful.push({ name, size: batch.length });
				return;
			}
			report.repeats += 1;
			await pause(Math.random() * 20);
		}
	}
}

let done = 0;
async function write(hf: Holdfast, writer: string, hasKey: boolean): Promise<void> {
	for (let n = 0; !stopped; n++) {
		await append(hf, someSession(), `${given.process}/${writer}/${n}`, hasKey);
		if (++done % 10 === 0) await say({ done });
	}
}

const labelOf = ({ name, index }: Written): string => `${name}#${index}`;

/** Follows from the beginning to where the session ends. */
async function follow(sessionId: string): Promise<[string, string[]]> {
	const seen: string[] = [];
	const { signal, abort } = endAt(sessionId, () => seen.length);
	for await (const { offset, data } of patient.session(refOf(sessionId)).follow({ signal })) {
		seen.push(`${offset} ${labelOf(data as unknown as Written)}`);
		abort();
	}
	return [sessionId, seen];
}

/** Ends a follower when it has as much as there is. One event too many would still be taken. */
function endAt(sessionId: string, count: () => number): { signal: AbortSignal; abort: () => void } {
	const ending = new AbortController();
	let head = Number.POSITIVE_INFINITY;
	const abort = (): void => {
		if (count() >= head) ending.abort();
	};
	void heads.then((known) => {
		head = known[sessionId] ?? 0;
		abort();
	});
	return { signal: ending.signal, abort };
}

async function work(): Promise<void> {
	const writers: Promise<void>[] = [];
	for (let w = 0; w < given.keyed; w++) writers.push(write(w % 2 ? hasty : patient, `k${w}`, true));
	for (let w = 0; w < given.keyless; w++) writers.push(write(w % 2 ? hasty : patient, `n${w}`, false));
	await Promise.all(writers);
	await say({ report });
}

const followers = given.followed.map((number) => follow(`s${number}`));
process.on("message", async (command: FaultWriterCommand) => {
	if (command.do === "go") await work();
	else if (command.do === "stop") stopped = true;
	else {
		learnHeads(command.heads);
		const seen = Object.fromEntries(await Promise.all(followers));
		await Promise.all([patient.close(), hasty.close()]);
		await say({ seen, surprises });
		finish();
	}
});
await say({ ready: true });
