// Prints "passed failed skipped" of a vitest JSON report. A file that could not run at all counts as one failure.
import { readFileSync } from "node:fs";

const report = JSON.parse(readFileSync(process.argv[2], "utf8"));
const broken = report.testResults.filter(
	(file) => file.status === "failed" && !file.assertionResults.some((result) => result.status === "failed"),
);
const failed = report.numFailedTests + broken.length;
const skipped = report.numPendingTests + report.numTodoTests;
console.log(report.numPassedTests, failed, skipped);
