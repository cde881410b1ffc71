import type { DoctorReport, Finding } from "../../../doctor.ts";
import type { GROUPS } from "../../../wire/cli/doctor.ts";

export interface GroupedFinding extends Finding {
	group: (typeof GROUPS)[number];
}

/** The findings about a target. */
export interface Examined {
	readonly findings: readonly GroupedFinding[];
	readonly report?: DoctorReport;
}

type Make = (about: string, message: string) => GroupedFinding;

/** Functions that create findings of a group. */
export function findingsOf(group: GroupedFinding["group"]): Record<"ok" | "warning" | "problem", Make> {
	const make =
		(status: Finding["status"]): Make =>
		(about, message) => ({ group, about, status, message });
	return { ok: make("ok"), warning: make("warning"), problem: make("problem") };
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
