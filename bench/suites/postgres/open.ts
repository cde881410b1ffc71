import { elapsed, forInformation, median, type Row } from "../../measure.ts";
import { inDatabase, openOurs, scaled, withClient } from "../../postgres.ts";
import { appendInTurn, spread, WRITERS } from "./spread.ts";

const TIMES = 15;
const ms = (times: number[]): string => `${median(times).toFixed(0)} ms`;

/** From nothing to a store that takes appends, in a process that has its code; raw is one connection and one query. */
export async function open(url: string): Promise<Row[]> {
	const times = scaled(TIMES);
	const timeOpen = async (target: string): Promise<number> => {
		let close = async (): Promise<void> => {};
		const took = await elapsed(async () => {
			const hf = await openOurs(target);
			close = () => hf.close();
		});
		await close();
		return took;
	};
	await timeOpen(url);
	const existing: number[] = [];
	const empty: number[] = [];
	const raw: number[] = [];
	for (let i = 0; i < times; i++) {
		existing.push(await timeOpen(url));
		empty.push(await inDatabase(url, timeOpen));
		raw.push(await elapsed(() => withClient(url, (client) => client.query("SELECT 1"))));
	}
	const row = (what: string, ours: number[]): Row =>
		forInformation(`PostgreSQL: open ${what}`, ms(ours), ms(raw), median(ours) / median(raw));
	return [
		row("on a schema that is there", existing),
		row("on an empty database", empty),
		await connections(url),
	];
}

/** How many connections a process holds, and when. */
async function connections(url: string): Promise<Row> {
	const hf = await openOurs(url, { applicationName: "bench-connections" });
	const count = (): Promise<number> =>
		withClient(url, async (client) => {
			const { rows } = await client.query(
				"SELECT count(*)::INTEGER AS n FROM pg_stat_activity WHERE application_name = 'bench-connections'",
			);
			return rows[0].n;
		});
	const opened = await count();
	const append = appendInTurn(hf, 100);
	await spread(WRITERS, 1_000, append);
	const appending = await count();
	const session = hf.session({ agentId: "bench", sessionId: "s0" });
	await spread(WRITERS, 1_000, () => session.events({ last: 50 }));
	const reading = await count();
	await hf.close();
	const shown = `${opened} when open, ${appending} after ${WRITERS} writers, ${reading} after ${WRITERS} readers`;
	return forInformation("PostgreSQL: connections of a process, `pool` 10", shown, "–", Number.NaN);
}
