// Prints "passed failed skipped" of vitest's JSON reports, added up. A file that could not run at all is one failure.
import { readFileSync } from "node:fs";

const reports = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, "utf8")));
/** @param {(report: any) => number} count */
const sum = (count) => reports.reduce((total, report) => total + count(report), 0);
const broken = (report) =>
	report.testResults.filter(
		(file) => file.status === "failed" && !file.assertionResults.some((result) => result.status === "failed"),
	).length;
console.log(
	sum((report) => report.numPassedTests),
	sum((report) => report.numFailedTests + broken(report)),
	sum((report) => report.numPendingTests + report.numTodoTests),
);
