import { loadUserFacts, loadUserLogs, turnTime } from "../data/assistant-logs/index.ts";
import type { Dataset, LoggedMessage } from "./dataset.ts";

/** The logs of users and their assistants, one data set a user. */
export function readAssistantLogs(): Dataset[] {
	return loadUserLogs().map(({ user, sessions, questions }) => ({
		name: user,
		sessions: sessions.map((session) => ({
			key: session.id,
			messages: session.turns.map(
				({ role, text }, turn): LoggedMessage => ({ role, content: text, at: turnTime(session, turn) }),
			),
		})),
		questions: questions.map(({ slice, question, evidence }) => ({ text: question, slice, evidence })),
	}));
}

/** The lists of facts, as one session whose messages are the facts: for systems that do not know the difference. */
export function readAssistantFacts(): Dataset[] {
	return loadUserFacts().map(({ user, facts, questions }) => ({
		name: user,
		sessions: [{ key: user, messages: facts.map((content) => ({ role: "user", content, at: 0 })) }],
		questions: questions.map(({ slice, question, evidence }) => ({
			text: question,
			slice,
			evidence: evidence.map((fact) => [user, fact] as const),
		})),
	}));
}
