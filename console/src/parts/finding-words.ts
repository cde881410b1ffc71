import type { Finding } from "holdfast";

const amount = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

/** The result of the health checks in one line: problems, warnings, and checks that passed. */
export function findingWords(findings: readonly Pick<Finding, "status">[]): string {
	const count = (status: Finding["status"]): number => findings.filter((one) => one.status === status).length;
	const [problems, warnings] = [count("problem"), count("warning")];
	if (problems + warnings === 0) return `${findings.length} checks, all passed`;
	const wrong = [
		...(problems > 0 ? [amount(problems, "problem")] : []),
		...(warnings > 0 ? [amount(warnings, "warning")] : []),
	];
	return `${wrong.join(" and ")}; ${findings.length - problems - warnings} of ${findings.length} checks passed`;
}
