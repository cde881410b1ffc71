import type { Row } from "../../measure.ts";
import { onPostgres } from "../../postgres.ts";
import { disk } from "./disk.ts";
import { follow } from "./follow.ts";
import { open } from "./open.ts";
import { processes } from "./processes.ts";
import { readNewest } from "./read-newest.ts";
import { recallCost } from "./recall-cost.ts";
import { turn } from "./turn.ts";
import { manyWriters, oneSession, oneWriter, rowSecurity } from "./writers.ts";

const suites = {
	"postgres-one-writer": oneWriter,
	"postgres-many-writers": manyWriters,
	"postgres-one-session": oneSession,
	"postgres-read-newest": readNewest,
	"postgres-follow": follow,
	"postgres-processes": processes,
	"postgres-disk": disk,
	"postgres-turn": turn,
	"postgres-recall-cost": recallCost,
	"postgres-open": open,
	"postgres-row-security": rowSecurity,
};

export const postgresSuites: Record<string, () => Promise<Row | Row[]>> = Object.fromEntries(
	Object.entries(suites).map(([name, suite]) => [name, onPostgres(name, suite)]),
);
