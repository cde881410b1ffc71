import { z } from "zod";
import { fact } from "../fact.ts";
import { user } from "../user.ts";

export const rekeyedUser = z
	.object({ sessions: z.int().min(0) })
	.meta({ description: "Number of moved sessions" });

export const shownUser = user.extend({ sessions: z.int().min(0), facts: z.array(fact) });
