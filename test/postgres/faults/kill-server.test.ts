import { describe, expect, onTestFinished, test } from "vitest";
import { holdfast } from "../../../src/index.ts";
import { type Child, startChild } from "../../processes/start-child.ts";
import { type Place, placeOf, storeAt } from "../../processes/store-at.ts";
import { serverMissing } from "../server/find-binaries.ts";
import { startServer, type TestServer } from "../server/start-server.ts";
import type {
	FaultWriterCommand,
	FaultWriterInput,
	FaultWriterMessage,
	Report,
} from "./children/fault-writer.ts";
import { expectTruth, noteOf, readLogs } from "./read-logs.ts";

const PROCESSES = 4;
const KEYED = 8;
const KEYLESS = 2;
const KILLS = 10;
/** Between two deaths of the server, each process writes at least this much. */
const PROGRESS = 20;

type Writer = Child<FaultWriterMessage>;

async function startWriters(place: Place, sessions: number, followed: number[]): Promise<Writer[]> {
	const writers = Array.from({ length: PROCESSES }, (_, process) =>
		startChild<FaultWriterMessage>("../../postgres/faults/children/fault-writer", {
			place,
			process,
			keyed: KEYED,
			keyless: KEYLESS,
			sessions,
			followed,
		} satisfies FaultWriterInput),
	);
	await Promise.all(writers.map((writer) => writer.message((message) => "ready" in message)));
	return writers;
}

const send = (writer: Writer, command: FaultWriterCommand): void => writer.send(command);

const doneBy = ({ messages }: Writer): number =>
	messages.reduce((most, message) => ("done" in message ? Math.max(most, message.done) : most), 0);

/** Resolves when each process has written so much more. */
async function progress(writers: readonly Writer[]): Promise<void> {
	await Promise.all(
		writers.map((writer) => {
			const goal = doneBy(writer) + PROGRESS;
			return writer.message((message) => "done" in message && message.done >= goal);
		}),
	);
}

async function killAgainAndAgain(server: TestServer, writers: readonly Writer[]): Promise<void> {
	for (let kill = 0; kill < KILLS; kill++) {
		await progress(writers);
		await server.kill();
		await server.start();
	}
	await progress(writers);
}

/** Writers and followers of several processes while the server dies again and again. */
async function storm(sessions: number, followed: number[]): Promise<Report[]> {
	const server = await startServer({ durable: true });
	onTestFinished(() => server.stop());
	const place = placeOf(server.url, "holdfast");
	const writers = await startWriters(place, sessions, followed);
	for (const writer of writers) send(writer, { do: "go" });
	await killAgainAndAgain(server, writers);
	for (const writer of writers) send(writer, { do: "stop" });
	const reports = await Promise.all(
		writers.map(async (writer) => {
			const message = await writer.message((message) => "report" in message);
			return (message as { report: Report }).report;
		}),
	);

	const hf = await holdfast({ store: storeAt(place) });
	onTestFinished(() => hf.close());
	const logs = await readLogs(hf);
	expect(reports.flatMap(({ wrong }) => wrong)).toEqual([]);
	expectTruth(logs, reports);

	// Nobody writes any more: this is all that a follower can see.
	const names = followed.map((number) => `s${number}`);
	const heads = Object.fromEntries(names.map((name) => [name, logs.get(name)?.length ?? 0]));
	for (const writer of writers) send(writer, { do: "end", heads });
	for (const writer of writers) {
		const end = await writer.message((message) => "seen" in message);
		if (!("seen" in end)) continue;
		expect(end.surprises).toEqual([]);
		for (const name of names) expect(end.seen[name], name).toEqual((logs.get(name) ?? []).map(noteOf));
		await writer.ended();
	}
	return reports;
}

/** The experiment was one: writes were under way when the server died, and some had to be repeated. */
function expectTrouble(reports: readonly Report[]): void {
	expect(reports.reduce((sum, { repeats }) => sum + repeats, 0)).toBeGreaterThan(0);
	expect(reports.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)).toBeGreaterThan(500);
}

const TITLE =
	"the server is killed ten times: nothing acknowledged is lost, nothing is there twice, each follower sees each event once";

describe.skipIf(serverMissing)(`a server that dies ${serverMissing ?? ""}`, () => {
	test(`SE3 SE5 BE6 4 processes × 8 writers on one session while ${TITLE}`, async () => {
		expectTrouble(await storm(1, [0]));
	});

	test(`SE3 SE5 BE6 4 processes × 8 writers on 1,000 sessions while ${TITLE}`, async () => {
		expectTrouble(
			await storm(
				1_000,
				Array.from({ length: 10 }, (_, i) => i * 7),
			),
		);
	});
});
