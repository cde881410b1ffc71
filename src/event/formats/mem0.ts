import { z } from "zod";
import { parse } from "../../error/index.ts";
import { factText } from "../fact-text.ts";
import { agentId, userId } from "../ids.ts";
import { isObject, type JsonObject } from "../json.ts";
import { type OwnedFact, timeOf } from "./conversation.ts";

/** The names of Python and the API, and those of the TypeScript library. */
const named = z.preprocess(
	(given) =>
		isObject(given)
			? Object.fromEntries(Object.entries(given).map(([key, value]) => [snake(key), value]))
			: given,
	z.looseObject({
		id: z.string().nullish(),
		memory: factText,
		user_id: userId.nullish(),
		agent_id: agentId.nullish(),
		run_id: z.string().nullish(),
		metadata: z.record(z.string(), z.unknown()).nullish(),
		categories: z.array(z.string()).nullish(),
	}),
);

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Members of a memory that say where it is from; kept with the fact. */
const KEPT = [
	"id",
	"hash",
	"app_id",
	"run_id",
	"actor_id",
	"role",
	"categories",
	"immutable",
	"updated_at",
] as const;

function toFact(given: unknown, what: string): OwnedFact {
	const read = parse(named, given, what);
	const kept = Object.fromEntries(
		KEPT.map((name) => [name, read[name]]).filter(([, value]) => value !== undefined && value !== null),
	);
	const validFrom = timeOf(read.created_at, `${what}.created_at`);
	const validTo = timeOf(read.expiration_date, `${what}.expiration_date`);
	return {
		what,
		agentId: read.agent_id ?? undefined,
		userId: read.user_id ?? undefined,
		fact: {
			content: read.memory,
			source: "mem0",
			metadata: { ...read.metadata, mem0: kept } as JsonObject,
			...(validFrom !== undefined && { validFrom }),
			...(validTo !== undefined && { validTo }),
		},
	};
}

/**
 * Facts from memories of mem0: a list, or the output of `get_all` with the list in `results`. The creation and
 * expiry of a memory become the validity of the fact. Other members become metadata.
 */
export function fromMem0(value: unknown): OwnedFact[] {
	const name = isObject(value) && "memories" in value ? "memories" : "results";
	const list = isObject(value) ? value[name] : value;
	return parse(z.array(z.unknown()), list, name).map((given, i) => toFact(given, `${name}[${i}]`));
}
