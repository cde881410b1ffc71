import { job } from "../../wire/job.ts";
import { jobListQuery } from "../../wire/job-query.ts";
import { page } from "../../wire/page.ts";

import { operation } from "../operation.ts";
import { said } from "./query.ts";

export const jobs = [
	operation({
		id: "jobs.list",
		method: "GET",
		path: "/v1/jobs",
		access: "admin",
		summary: "List background jobs that wait, run or failed permanently, oldest first",
		query: jobListQuery,
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
		summary: "Retry a job now",
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
		summary: "Delete a job without running it",
		handle: async ({ hf, params }) => {
			await hf.jobs.drop(params.id ?? "");
			return {};
		},
	}),
];
