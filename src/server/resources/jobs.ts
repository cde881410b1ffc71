import { z } from "zod";
import { operation } from "../operation.ts";
import { cursorQuery, said, text } from "./query.ts";
import { job, page } from "./shapes.ts";

export const jobs = [
	operation({
		id: "jobs.list",
		method: "GET",
		path: "/v1/jobs",
		access: "admin",
		summary: "Work behind the answers that is to be done or was given up, oldest first",
		query: z.strictObject({
			status: text.optional().meta({ description: "`queued`, `running` or `dead`" }),
			...cursorQuery.shape,
		}),
		answer: page(job),
		handle: async ({ hf, query }) => {
			const options = said(query) as Parameters<typeof hf.jobs.list>[0];
			return { json: await hf.jobs.list(options) };
		},
	}),
	operation({
		id: "jobs.retry",
		method: "POST",
		path: "/v1/jobs/:id/retry",
		access: "admin",
		summary: "Tries a job again now",
		handle: async ({ hf, params }) => {
			await hf.jobs.retry(params.id ?? "");
			return {};
		},
	}),
	operation({
		id: "jobs.drop",
		method: "DELETE",
		path: "/v1/jobs/:id",
		access: "admin",
		summary: "Drops a job for good",
		handle: async ({ hf, params }) => {
			await hf.jobs.drop(params.id ?? "");
			return {};
		},
	}),
];
