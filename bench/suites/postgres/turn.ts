import { postgres } from "holdfast/postgres";
import type { Row } from "../../measure.ts";
import { analyze, openRaw, scaled } from "../../postgres.ts";
import { measureTurns } from "../turn.ts";

const TURNS = 200;

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
	return rows;
}
