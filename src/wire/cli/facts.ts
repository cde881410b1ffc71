import { z } from "zod";
import { event } from "../event.ts";
import { fact } from "../fact.ts";
import { sessionRef } from "../session-ref.ts";

export const factWithSources = z.object({
	fact,
	said: z
		.array(z.object({ session: sessionRef, events: z.array(event) }))
		.meta({ description: "The events that the fact came from, by session" }),
});
