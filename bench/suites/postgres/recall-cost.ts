import { postgres } from "../../../src/store/postgres/index.ts";
import type { Row } from "../../measure.ts";
import { analyze } from "../../postgres.ts";
import { measureFirstTurns } from "../recall-cost.ts";

/** The first turn of a user in a process. */
export const recallCost = (url: string): Promise<Row[]> =>
	measureFirstTurns({
		where: "PostgreSQL: ",
		open: () => postgres(url),
		filled: () => analyze(url),
		users: { 200: 15, 5000: 7 },
	});
