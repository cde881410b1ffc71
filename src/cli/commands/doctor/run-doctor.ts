import { checkup, GROUPS } from "../../../wire/cli/doctor.ts";
import { answers, type Call } from "../../command.ts";
import { padText, widthOf, wrapText } from "../../screen/fit-text.ts";
import { bold, dim, green, red, type Span, yellow } from "../../screen/screen.ts";
import type { Examined, GroupedFinding } from "./check.ts";
import { checkProgram } from "./check-program.ts";
import { doctor } from "./spec.ts";

const MARKS: Readonly<Record<GroupedFinding["status"], Span>> = {
	ok: green("✓"),
	warning: yellow("!"),
	problem: red("✗"),
};

export const runDoctor = answers(doctor, {
	answer: checkup,
	async run(call) {
		const target = await call.target().catch((error: Error) => error);
		const { findings, report } = target instanceof Error ? { findings: [] } : await examine(call, target);
		const all = [...checkProgram(call, target), ...findings];
		return {
			ok: all.every(({ status }) => status !== "problem"),
			...(report && { store: report.store, capabilities: { ...report.capabilities } }),
			findings: all,
		};
	},
	show({ findings, ok }, call) {
		const width = Math.max(...findings.map(({ about }) => widthOf(about)));
		for (const group of GROUPS) {
			const own = findings.filter((one) => one.group === group);
			if (own.length === 0) continue;
			call.out.line(bold(group));
			for (const one of own) printFinding(one, width, call);
		}
		const count = (status: GroupedFinding["status"]): number =>
			findings.filter((one) => one.status === status).length;
		const [problems, warnings] = [count("problem"), count("warning")];
		const better = warnings === 0 ? "" : `, ${warnings} ${warnings === 1 ? "warning" : "warnings"}`;
		if (ok) call.out.line("\n", green("✓ "), `No problems${better}.`);
		else call.out.line("\n", red("✗ "), `${problems} ${problems === 1 ? "problem" : "problems"}${better}.`);
	},
	failed: ({ ok }) => !ok,
});

type FoundTarget = Awaited<ReturnType<Call["target"]>>;

/** Loads only the checks that are needed. */
async function examine(call: Call, target: FoundTarget): Promise<Examined> {
	if ("url" in target) return (await import("./check-server.ts")).checkServer(target, call);
	return (await import("./check-local.ts")).checkLocal(target, call.terminal);
}

function printFinding({ about, status, message }: GroupedFinding, width: number, { out }: Call): void {
	const indent = 4 + width + 2;
	const lines = wrapText(message, Math.max(20, out.width - indent));
	for (const [i, line] of lines.entries()) {
		if (i === 0) out.line("  ", MARKS[status], " ", dim(padText(about, width)), "  ", line);
		else out.line(" ".repeat(indent), line);
	}
}
