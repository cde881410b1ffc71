import type { Finding } from "holdfast";

const amount = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

/** What an examination came to, in one line: how many problems and warnings, and how much is in order. */
export function findingWords(findings: readonly Pick<Finding, "status">[]): string {
	const count = (status: Finding["status"]): number => findings.filter((one) => one.status === status).length;
	const [problems, warnings] = [count("problem"), count("warning")];
	if (problems + warnings === 0) return `${findings.length} checks, all in order`;
	const wrong = [
		...(problems > 0 ? [amount(problems, "problem")] : []),
		...(warnings > 0 ? [amount(warnings, "warning")] : []),
	];
	return `${wrong.join(" and ")}; ${findings.length - problems - warnings} of ${findings.length} checks are in order`;
}
