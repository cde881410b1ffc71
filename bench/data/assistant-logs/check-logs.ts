import { loadUserFacts, loadUserLogs, type Slice, type UserFacts, type UserLog } from "./index.ts";

/*
 * Says what is wrong with the logs: `node bench/data/assistant-logs/check-logs.ts`. A label that points nowhere would count
 * as a miss of every ranker, and nobody would notice.
 */

/** Fewer questions than these, and one more hit moves a slice's figure by too much. */
const MIN_QUESTIONS: Record<Slice, number> = {
	fact: 12,
	assistant: 12,
	code: 12,
	tool: 12,
	date: 12,
	"event-date": 12,
	paraphrase: 12,
	"follow-up": 12,
	german: 8,
	spanish: 8,
	chinese: 8,
	japanese: 8,
	facts: 25,
};
const MIN_SESSIONS = 44;
const MIN_TURNS = 600;
const MIN_LOG_QUESTIONS = 170;
const MIN_FACTS = 60;
const MAX_EVIDENCE = 3;

/** The faults of a set, a sentence each; none if it is sound. */
export function findFaults(logs: readonly UserLog[], facts: readonly UserFacts[]): string[] {
	const sessions = logs.flatMap((log) => log.sessions);
	const turns = sessions.reduce((sum, session) => sum + session.turns.length, 0);
	const questions = logs.reduce((sum, log) => sum + log.questions.length, 0);
	return [
		...repeated(
			"session id",
			sessions.map((session) => session.id),
		),
		...repeated(
			"user",
			[...logs, ...facts].map((entry) => entry.user),
		),
		...logs.flatMap(faultsOfLog),
		...facts.flatMap(faultsOfFacts),
		...tooFew("sessions", sessions.length, MIN_SESSIONS),
		...tooFew("turns", turns, MIN_TURNS),
		...tooFew("questions on logs", questions, MIN_LOG_QUESTIONS),
		...faultsOfCounts(logs, facts),
	];
}

/** How many questions each slice has. */
export function countSlices(logs: readonly UserLog[], facts: readonly UserFacts[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { questions } of [...logs, ...facts])
		for (const { slice } of questions) counts.set(slice, (counts.get(slice) ?? 0) + 1);
	return counts;
}

function faultsOfLog(log: UserLog): string[] {
	const faults: string[] = repeated(
		`question of ${log.user}`,
		log.questions.map((question) => question.question),
	);
	let before = "";
	for (const session of log.sessions) {
		if (Number.isNaN(Date.parse(session.startedAt))) faults.push(`${session.id}: no date`);
		if (session.startedAt < before) faults.push(`${session.id}: older than the session before it`);
		before = session.startedAt;
		session.turns.forEach((turn, i) => {
			if (turn.text.trim() === "") faults.push(`${session.id}: turn ${i} is empty`);
			if ((turn.role === "tool") !== (turn.name !== undefined))
				faults.push(`${session.id}: turn ${i}: a tool's name belongs to tool turns, and to all of them`);
		});
	}
	const turnsOf = new Map(log.sessions.map((session) => [session.id, session.turns]));
	for (const { question, evidence } of log.questions) {
		faults.push(...faultsOfEvidence(question, evidence.map(String)));
		for (const [id, turn] of evidence)
			if (turnsOf.get(id)?.[turn] === undefined) faults.push(`"${question}": no turn ${turn} in ${id}`);
	}
	return faults;
}

function faultsOfFacts(entry: UserFacts): string[] {
	const faults = [...tooFew(`facts of ${entry.user}`, entry.facts.length, MIN_FACTS)];
	faults.push(...repeated(`fact of ${entry.user}`, entry.facts));
	for (const { question, evidence } of entry.questions) {
		faults.push(...faultsOfEvidence(question, evidence.map(String)));
		for (const i of evidence)
			if (entry.facts[i] === undefined) faults.push(`"${question}": there is no fact ${i}`);
	}
	return faults;
}

function faultsOfEvidence(question: string, evidence: readonly string[]): string[] {
	const faults = repeated(`evidence of "${question}"`, evidence);
	if (evidence.length < 1 || evidence.length > MAX_EVIDENCE)
		faults.push(`"${question}": ${evidence.length} pieces of evidence`);
	return faults;
}

function faultsOfCounts(logs: readonly UserLog[], facts: readonly UserFacts[]): string[] {
	const counts = countSlices(logs, facts);
	const faults = Object.entries(MIN_QUESTIONS).flatMap(([slice, min]) =>
		tooFew(`questions in "${slice}"`, counts.get(slice) ?? 0, min),
	);
	for (const slice of counts.keys())
		if (!Object.hasOwn(MIN_QUESTIONS, slice)) faults.push(`"${slice}" is not a slice`);
	return faults;
}

const tooFew = (what: string, count: number, min: number): string[] =>
	count < min ? [`${count} ${what}, at least ${min} are needed`] : [];

function repeated(what: string, values: readonly string[]): string[] {
	return values
		.filter((value, i) => values.indexOf(value) !== i)
		.map((value) => `${what} "${value}" is there twice`);
}

if (import.meta.main) {
	const logs = loadUserLogs();
	const facts = loadUserFacts();
	for (const [slice, count] of countSlices(logs, facts)) console.log(`${slice}: ${count}`);
	const faults = findFaults(logs, facts);
	for (const fault of faults) console.error(fault);
	if (faults.length > 0) process.exitCode = 1;
}
