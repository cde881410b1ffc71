import { holdfast } from "holdfast";
import { postgres } from "holdfast/postgres";
import { instantModel } from "../../instant-model.ts";
import { elapsed, forInformation, median, perSecond, type Row } from "../../measure.ts";
import { analyze, openRaw, scaled } from "../../postgres.ts";
import { text } from "../../stores.ts";
import { measureTurns } from "../turn.ts";
import { SESSIONS, spread, WRITERS } from "./spread.ts";

const TURNS = 200;
const ROUNDS = 10;

/** Everything of a turn except the model. */
export async function turn(url: string): Promise<Row[]> {
	const raw = await openRaw(url);
	await raw.fill("s", 50);
	const rows = await measureTurns({
		where: "PostgreSQL: ",
		store: postgres(url),
		raw,
		filled: () => analyze(url),
		turns: scaled(TURNS),
		warmUp: scaled(TURNS),
	});
	await raw.close();
	return [...rows, await manyTurns(url)];
}

/** How many turns one process makes while their models take no time. */
async function manyTurns(url: string): Promise<Row> {
	const agents = [{ id: "bench", model: instantModel([text("answer")]), instructions: "You help." }];
	const hf = await holdfast({ store: postgres(url, { schema: "turns" }), agents });
	const sessions = scaled(SESSIONS);
	let next = 0;
	const turn = () =>
		hf.agents.run({ agentId: "bench", sessionId: `s${next++ % sessions}`, input: text("now") });
	await spread(WRITERS, sessions, turn);
	await analyze(url);
	const count = 100;
	const times: number[] = [];
	for (let i = 0; i < scaled(ROUNDS); i++) times.push(await elapsed(() => spread(WRITERS, count, turn)));
	await hf.close();
	const what = `PostgreSQL: turns without their model, ${WRITERS} at the same time, ${sessions.toLocaleString("en")} sessions`;
	return forInformation(what, perSecond(count, median(times)), "–", Number.NaN);
}
