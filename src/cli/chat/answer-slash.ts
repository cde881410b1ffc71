import { HoldfastError } from "../../error/index.ts";
import type { Json } from "../../event/index.ts";
import type { Fact } from "../../memory/index.ts";
import type { SearchResult, Session, SessionRef } from "../../session/index.ts";
import { type Explained, explainRun } from "../explain-run.ts";
import { refOf } from "../find-session.ts";
import { amount } from "../print/amount.ts";
import { chooseSession } from "./choose-session.ts";
import type { Conversation } from "./conversation.ts";
import { SLASH_COMMANDS, type SlashCommand, type SlashName } from "./slash-commands.ts";

/** The result of a slash command. */
export type SlashAnswer =
	| { command: "help"; items: readonly SlashCommand[] }
	| ({ command: "session"; session?: Session } & SessionRef)
	| { command: "state"; state: Record<string, Json>; variables: Record<string, Json> }
	| { command: "facts"; items: Fact[] }
	| { command: "why"; runId?: string; recalled?: Explained }
	| ({ command: "search"; query: string } & SearchResult)
	| { command: "handover" | "handback"; sessionId: string; mode: "auto" | "manual" }
	| { command: "end"; sessionId: string; ended: boolean; items: Fact[]; next?: string }
	| { command: "exit" };

type Answerer = (
	talk: Conversation,
	rest: string,
	ask: (question: string) => Promise<boolean>,
) => Promise<SlashAnswer>;

/** Undefined for something that does not exist yet: a session is created with its first message. */
async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
	try {
		return await found;
	} catch (error) {
		if (HoldfastError.isInstance(error) && error.code === "not_found") return undefined;
		throw error;
	}
}

const memoryOf = ({ hf, ref: { agentId, userId } }: Conversation) =>
	hf.memory(agentId, userId === undefined ? {} : { userId });

/** The facts that the agent can use for this user in this session. */
async function knownFacts(talk: Conversation): Promise<Fact[]> {
	const memory = memoryOf(talk);
	const { sessionId } = talk.ref;
	const [shared, own] = await Promise.all([
		memory.list({ limit: 500 }),
		unlessMissing(memory.list({ sessionId, limit: 500 })),
	]);
	const all = new Map([...shared.items, ...(own?.items ?? [])].map((fact) => [fact.id, fact]));
	return [...all.values()];
}

async function setMode(talk: Conversation, mode: "auto" | "manual", by?: string): Promise<void> {
	const before = talk.mode;
	// Set first, so that the event of this change is not reported in this chat.
	talk.mode = mode;
	try {
		await talk.handle().setMode(mode, by);
	} catch (error) {
		talk.mode = before;
		throw error;
	}
}

const ANSWERERS: Readonly<Record<SlashName, Answerer>> = {
	help: async () => ({ command: "help", items: SLASH_COMMANDS }),
	exit: async () => ({ command: "exit" }),
	async session(talk, rest) {
		if (rest === "new") talk.enter();
		else if (rest !== "") {
			const { agentId, userId } = talk.ref;
			const choice = { agentId, userId, sessionId: rest, defaultUser: "" };
			const { ref, session } = await chooseSession(talk.hf, choice);
			talk.enter(userId === undefined && !session ? { agentId, sessionId: rest } : ref);
		}
		const session = await unlessMissing(talk.hf.sessions.get(talk.ref));
		if (session) talk.mode = session.mode;
		return { command: "session", ...refOf(talk.ref), ...(session && { session }) };
	},
	async state(talk) {
		const { userId } = talk.ref;
		const [state, user] = await Promise.all([
			unlessMissing(talk.handle().state.get()),
			userId === undefined ? undefined : unlessMissing(talk.hf.users.get(userId)),
		]);
		return { command: "state", state: state ?? {}, variables: user?.variables ?? {} };
	},
	facts: async (talk) => ({ command: "facts", items: await knownFacts(talk) }),
	async why(talk) {
		const runId = talk.lastRunId ?? (await newestRun(talk));
		if (runId === undefined) return { command: "why" };
		const recalled = await explainRun(talk.hf, await talk.hf.runs.get(runId));
		return { command: "why", runId, ...(recalled && { recalled }) };
	},
	async search(talk, query) {
		if (query === "")
			throw new HoldfastError("invalid", "The words to search for are missing: `/search <words>`");
		const found = await memoryOf(talk).search(query, { include: ["facts", "messages"], limit: 8 });
		return { command: "search", query, ...found };
	},
	async handover(talk, reason) {
		const who = talk.ref.userId ?? "the user";
		await setMode(talk, "manual", reason === "" ? who : `${who}: ${reason}`);
		return { command: "handover", sessionId: talk.ref.sessionId, mode: "manual" };
	},
	async handback(talk) {
		await setMode(talk, "auto", talk.ref.userId);
		return { command: "handback", sessionId: talk.ref.sessionId, mode: "auto" };
	},
	async end(talk, _, ask) {
		const { sessionId } = talk.ref;
		const session = await unlessMissing(talk.hf.sessions.get(talk.ref));
		if (!session)
			throw new HoldfastError("invalid", "This session has no messages yet, so there is nothing to end.");
		if (!(await ask(`End this session (${amount(session.messageCount, "message")})?`)))
			return { command: "end", sessionId, ended: false, items: [] };
		await talk.handle().end({ wait: true });
		const learned = (await knownFacts(talk)).filter(({ sources }) =>
			sources.some((source) => source.sessionId === sessionId),
		);
		talk.enter();
		return { command: "end", sessionId, ended: true, items: learned, next: talk.ref.sessionId };
	},
};

/** The run of the last answer, in a session that is continued. */
async function newestRun({ hf, ref }: Conversation): Promise<string | undefined> {
	const page = await unlessMissing(hf.runs.list({ ...ref, status: "completed", limit: 1 }));
	return page?.items[0]?.id;
}

/** Executes a slash command. */
export const answerSlash = (
	talk: Conversation,
	name: SlashName,
	rest: string,
	ask: (question: string) => Promise<boolean>,
): Promise<SlashAnswer> => ANSWERERS[name](talk, rest, ask);
