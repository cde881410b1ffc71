import { z } from "zod";
import type { DoctorReport } from "../../doctor.ts";
import { operation } from "../operation.ts";
import { given } from "./given.ts";
import { ownAbout, ownUser } from "./own.ts";
import { id, idleReport, list, moment, receipt } from "./shapes.ts";
import { about, agentOverview, doctorReport } from "./shapes-memory.ts";

/** Findings that are about the tenant alone. The others tell of the machine, and of work of all tenants. */
const OF_TENANT: readonly string[] = ["embedder", "dead letters", "retention"];

function forTenant(report: DoctorReport): DoctorReport {
	const findings = report.findings.map((finding) => {
		if (OF_TENANT.includes(finding.about)) return finding;
		const message = finding.status === "ok" ? "in order" : "whoever runs the server is told more";
		return { ...finding, message };
	});
	return { ...report, findings };
}

/** What those do who operate a server. */
export const upkeep = [
	operation({
		id: "about",
		method: "GET",
		path: "/v1/about",
		access: "read",
		user: true,
		summary: "Who asks, whom, and what can be had there: version, rights, store, ways to search",
		answer: about,
		handle: async ({ hf, caller }) => {
			const { scope, open } = caller;
			const told = await hf.about();
			const own = ownUser(caller);
			return { json: own === undefined ? { ...told, scope, ...(open && { open }) } : ownAbout(told, own) };
		},
	}),
	operation({
		id: "overview",
		method: "GET",
		path: "/v1/overview",
		access: "read",
		summary: "Every agent that has memory, also those that are not defined any more, and how much it has",
		answer: list(agentOverview),
		handle: async ({ hf }) => ({ json: { items: await hf.overview() } }),
	}),
	operation({
		id: "sweep",
		method: "POST",
		path: "/v1/sweep",
		access: "admin",
		summary: "Removes events stored longer ago than the retention allows, and closes runs whose process died",
		long: true,
		body: given<{ now?: string }>(z.strictObject({ now: moment.optional() })),
		answer: z.object({
			sessions: z.int().meta({ description: "Sessions that lost events" }),
			events: z.int(),
			unread: z.int().meta({
				description: "Sessions that keep old events until consolidation has read them; they are queued",
			}),
			runs: z.int().meta({ description: "Runs whose process died, and that are closed now" }),
		}),
		handle: async ({ hf, body }) => ({ json: await hf.sweep(body) }),
	}),
	operation({
		id: "erase",
		method: "POST",
		path: "/v1/erase",
		access: "admin",
		summary: "Erases everything of an agent, or with `everything: true` of the tenant",
		long: true,
		body: given<{ agentId: string } | { everything: true }>(
			z.strictObject({ agentId: id.optional(), everything: z.literal(true).optional() }),
		),
		answer: receipt,
		handle: async ({ hf, body }) => ({ json: await hf.erase(body) }),
	}),
	operation({
		id: "compact",
		method: "POST",
		path: "/v1/compact",
		access: "root",
		summary: "Rewrites the store's files so that no byte of what was erased is left in them",
		long: true,
		handle: async ({ hf }) => {
			await hf.compact();
			return {};
		},
	}),
	operation({
		id: "reembed",
		method: "POST",
		path: "/v1/reembed",
		access: "admin",
		summary: "Makes all vectors anew; needed once after the embedder was changed",
		long: true,
		answer: z.object({ facts: z.int() }),
		handle: async ({ hf }) => ({ json: await hf.reembed() }),
	}),
	operation({
		id: "idle",
		method: "POST",
		path: "/v1/idle",
		access: "agent",
		summary: "Answers when no background work is left that is due, with the jobs that failed",
		long: true,
		repeat: "none",
		answer: idleReport,
		handle: async ({ hf }) => ({ json: await hf.idle() }),
	}),
	operation({
		id: "doctor",
		method: "GET",
		path: "/v1/doctor",
		access: "admin",
		summary: "How the server is set up, and what is not in order",
		answer: doctorReport,
		handle: async ({ hf, caller }) => {
			const report = await hf.doctor();
			return { json: caller.scope === "root" ? report : forTenant(report) };
		},
	}),
];
