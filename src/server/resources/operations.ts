import type { DoctorReport } from "../../doctor.ts";
import { about } from "../../wire/about.ts";
import { doctorReport } from "../../wire/doctor-report.ts";
import { idleReport } from "../../wire/job.ts";
import { agentOverview } from "../../wire/overview.ts";
import { list } from "../../wire/page.ts";
import { receipt } from "../../wire/receipt.ts";
import { eraseScope, reembedReport, sweepOptions, sweepReport } from "../../wire/upkeep.ts";
import { operation } from "../operation.ts";
import { bodyAs } from "./body-as.ts";
import { ownAbout, ownUser } from "./own.ts";

/** Findings about the tenant only. The others are about the machine, and about jobs of all tenants. */
const OF_TENANT: readonly string[] = ["embedder", "dead letters", "retention"];

function forTenant(report: DoctorReport): DoctorReport {
	const findings = report.findings.map((finding) => {
		if (OF_TENANT.includes(finding.about)) return finding;
		const message = finding.status === "ok" ? "in order" : "only the operator of the server sees the details";
		return { ...finding, message };
	});
	return { ...report, findings };
}

/** Operations for operators of a server. */
export const upkeep = [
	operation({
		id: "about",
		method: "GET",
		path: "/v1/about",
		access: "read",
		user: true,
		summary: "Version, store and search of the server, and what the caller may do",
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
		summary:
			"Count the sessions, messages, facts and users of every agent, including agents that are not defined any more",
		answer: list(agentOverview),
		handle: async ({ hf }) => ({ json: { items: await hf.overview() } }),
	}),
	operation({
		id: "sweep",
		method: "POST",
		path: "/v1/sweep",
		access: "admin",
		summary: "Delete events that are past their retention, and close runs whose process died",
		long: true,
		body: bodyAs<{ now?: string }>(sweepOptions),
		answer: sweepReport,
		handle: async ({ hf, body }) => ({ json: await hf.sweep(body) }),
	}),
	operation({
		id: "erase",
		method: "POST",
		path: "/v1/erase",
		access: "admin",
		summary: "Delete all data of an agent, or with `everything: true` of the tenant",
		long: true,
		body: bodyAs<{ agentId: string } | { everything: true }>(eraseScope),
		answer: receipt,
		handle: async ({ hf, body }) => ({ json: await hf.erase(body) }),
	}),
	operation({
		id: "compact",
		method: "POST",
		path: "/v1/compact",
		access: "root",
		summary: "Rewrite the store's files so that no deleted byte is left in them",
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
		summary: "Re-embed all facts. Needed once after the embedder changed",
		long: true,
		answer: reembedReport,
		handle: async ({ hf }) => ({ json: await hf.reembed() }),
	}),
	operation({
		id: "idle",
		method: "POST",
		path: "/v1/idle",
		access: "agent",
		summary: "Wait until no background job is due, and return the jobs that failed",
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
		summary: "Check how the server is set up, and report problems",
		answer: doctorReport,
		handle: async ({ hf, caller }) => {
			const report = await hf.doctor();
			return { json: caller.scope === "root" ? report : forTenant(report) };
		},
	}),
];
