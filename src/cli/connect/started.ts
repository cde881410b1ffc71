import { z } from "zod";

/** What `dev` and `serve` say as JSON when they listen: where programs find the server, and what is in it. */
export const started = z.object({
	url: z.string(),
	port: z.number(),
	agents: z.array(z.string()),
	store: z.string(),
	model: z.string(),
	retention: z.string().optional().meta({ description: "How long events are kept, in words" }),
});

export type Started = z.output<typeof started>;
