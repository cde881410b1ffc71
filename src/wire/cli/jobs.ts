import { z } from "zod";

export const droppedJobs = z.object({
	dropped: z.array(z.string()).meta({ description: "Ids of the deleted jobs" }),
	missing: z.array(z.string()).meta({ description: "Ids for which no waiting or failed job exists" }),
});

export const retriedJobs = z.object({
	retried: z.array(z.string()).meta({ description: "Ids of the jobs that are retried" }),
	missing: z.array(z.string()).meta({ description: "Ids for which no waiting or failed job exists" }),
});
