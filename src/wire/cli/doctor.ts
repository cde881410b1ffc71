import { z } from "zod";
import { jsonObject } from "../value.ts";

/** The groups of findings, in the order in which they are printed. */
export const GROUPS = ["program", "server", "agents", "store"] as const;

const finding = z.object({
	group: z.enum(GROUPS),
	about: z.string(),
	status: z.enum(["ok", "warning", "problem"]),
	message: z.string(),
});

export const checkup = z.object({
	ok: z.boolean().meta({ description: "True if no finding is a problem" }),
	store: z.string().optional().meta({ description: "The kind of store, if it could be opened" }),
	capabilities: jsonObject.optional(),
	findings: z.array(finding),
});
