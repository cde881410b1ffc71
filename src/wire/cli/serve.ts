import { z } from "zod";

/** The JSON that `dev` and `serve` print when they listen. */
export const started = z.object({
	url: z.string(),
	port: z.number(),
	agents: z.array(z.string()),
	store: z.string(),
	model: z.string(),
	retention: z.string().optional().meta({ description: "The retention of events, in words" }),
});

export type Started = z.output<typeof started>;
