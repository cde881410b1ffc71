import { z } from "zod";
import { memorySettings } from "../agent/agent-fields.ts";
import { tenantId } from "../event/index.ts";
import { fromText } from "./from-text.ts";

const must = (what: string) => ({ error: `must be ${what}` });
const text = (what: string) =>
	z
		.string(must(what))
		.min(1, { error: "must not be empty" })
		.refine((given) => !given.includes("\0"), { error: "must not contain NUL" });

/** The path of a configuration file. */
export const configPath = text("the path of a file");

const period = must('a number of days, or "forever"');
const days = z.preprocess(
	(given) => fromText(given, "number"),
	z.union([z.number().min(0, period), z.literal("forever")], period),
);
const port = "a whole number from 0 to 65535";

/** The keys of `holdfast.yaml`. The PostgreSQL options check `database` and `search`. */
export const configFields = z.strictObject(
	{
		agents: text("the path of a folder").optional(),
		database: z.unknown().optional(),
		search: z.unknown().optional(),
		embedder: z
			.preprocess(
				(given) => fromText(given, "boolean"),
				z.union([z.literal(false), text("provider/model")], must("provider/model, or false")),
			)
			.optional(),
		model: text("provider/model, e.g. openai/gpt-5-mini").optional(),
		memory: memorySettings().optional(),
		tenant: tenantId.optional(),
		retention: z
			.strictObject(
				{ events: days.optional(), agents: z.record(z.string(), days, must("a map of agents")).optional() },
				must("a map, e.g. { events: 90 }"),
			)
			.optional(),
		network: z
			.strictObject(
				{ allow: z.array(text("a host, an address or a block of addresses"), must("a list")).optional() },
				must('a map, e.g. { allow: ["10.0.0.0/8"] }'),
			)
			.optional(),
		server: z
			.strictObject(
				{
					port: z
						.preprocess(
							(given) => fromText(given, "number"),
							z.int(must(port)).min(0, must(port)).max(65_535, must(port)),
						)
						.optional(),
					host: text("the name or address to listen on").optional(),
					adminKey: text("the admin key of the server, from an environment variable").optional(),
					cors: z
						.array(text("an origin, e.g. https://app.example.com"), must("a list of origins"))
						.optional(),
					console: z
						.preprocess((given) => fromText(given, "boolean"), z.boolean(must("true or false")))
						.optional(),
				},
				must("a map, e.g. { port: 4747 }"),
			)
			.optional(),
	},
	must("a map of keys, e.g. database: postgres://…"),
);
