import { z } from "zod";
import { IMPORT_FORMATS } from "../event/formats/recognise-format.ts";
import { count } from "./value.ts";

export const importReport = z
	.object({
		format: z.enum(IMPORT_FORMATS).meta({ description: "The given or detected format" }),
		created: count,
		replaced: count,
		skipped: count,
		events: count,
		facts: count.meta({ description: "Facts that were written or confirmed" }),
		warnings: z
			.array(
				z.object({
					kind: z.enum(["part", "item"]).meta({
						description: "A part of a message, something that is not a message, or a result without its call",
					}),
					type: z.string(),
					count,
					first: z.string().meta({ description: "Position of the first one" }),
				}),
			)
			.meta({ description: "Content that no model will receive, counted by type. All of it is in the log" }),
	})
	.meta({ id: "ImportReport" });

const unitCounts = z.object({ created: count, replaced: count, skipped: count });

export const tenantImportReport = z
	.object({
		sessions: unitCounts,
		events: count,
		users: unitCounts,
		state: unitCounts,
		factOwners: unitCounts,
		facts: count,
		settings: unitCounts,
	})
	.meta({ id: "TenantImportReport" });
