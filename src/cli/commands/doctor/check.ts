import type { DoctorReport, Finding } from "../../../doctor.ts";

/** Where a finding belongs, in the order in which they are told. */
export const GROUPS = ["program", "server", "agents", "store"] as const;

export interface GroupedFinding extends Finding {
	group: (typeof GROUPS)[number];
}

/** What was found out about a target. */
export interface Examined {
	readonly findings: readonly GroupedFinding[];
	readonly report?: DoctorReport;
}

type Make = (about: string, message: string) => GroupedFinding;

/** Makes findings of a group. */
export function findingsOf(group: GroupedFinding["group"]): Record<"ok" | "warning" | "problem", Make> {
	const make =
		(status: Finding["status"]): Make =>
		(about, message) => ({ group, about, status, message });
	return { ok: make("ok"), warning: make("warning"), problem: make("problem") };
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
