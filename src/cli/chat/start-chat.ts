import type { Holdfast } from "../../interface.ts";
import type { Session, SessionRef } from "../../session/index.ts";
import { contentText } from "../print/event-text.ts";
import { fitText } from "../screen/fit-text.ts";
import { oneLine } from "../screen/neutralise.ts";
import { bold, dim, green, type Screen } from "../screen/screen.ts";
import type { Terminal } from "../terminal.ts";
import { answerSlash } from "./answer-slash.ts";
import { type Conversation, openConversation } from "./conversation.ts";
import { createLineReader, type LineReader } from "./line-reader.ts";
import { showSlash, tellSilence } from "./show-slash.ts";
import { completeSlash, readLine, type SlashName } from "./slash-commands.ts";
import { tellFailure } from "./tell-failure.ts";
import { tellRun } from "./tell-run.ts";
import { leadOf, type Tell, watchSession } from "./watch-session.ts";

export interface ChatOptions {
	readonly hf: Holdfast;
	/** Which session; one that does not exist begins with the first message. */
	readonly ref: SessionRef;
	/** The session as it is, where it exists. */
	readonly session?: Session | undefined;
	readonly terminal: Terminal;
	readonly out: Screen;
	/** Ends the chat. */
	readonly signal: AbortSignal;
	/** What to type to come back; default `holdfast chat <agent> -c`. */
	readonly comeBack?: string | undefined;
	/** `--yes`: `/end` does not ask. */
	readonly yes?: boolean | undefined;
}

/** A chat on a terminal. Resolves when the user leaves. */
export async function startChat(options: ChatOptions): Promise<void> {
	const { hf, terminal, out, signal } = options;
	const talk = openConversation(hf, options.ref);
	const reader = createLineReader(terminal, out, { complete: completeSlash, signal });
	const chat = createChat(talk, reader, options);
	try {
		await chat.greet(options.session);
		for (;;) {
			const line = await reader.read();
			if (line === undefined || signal.aborted) break;
			if (!(await chat.answer(line))) break;
		}
	} finally {
		chat.end();
		reader.close();
	}
}

function createChat(talk: Conversation, reader: LineReader, options: ChatOptions) {
	const { out, signal } = options;
	const comeBack = options.comeBack ?? `holdfast chat ${talk.ref.agentId} -c`;
	let watching = new AbortController();
	/** What others said while an answer was being printed. */
	let untold: ((out: Screen) => void)[] = [];
	let isBusy = false;
	const tell: Tell = (print) => {
		if (isBusy) untold.push(print);
		else reader.above(() => print(out));
	};
	const watch = (after: number): void => {
		watching.abort();
		watching = new AbortController();
		untold = [];
		void watchSession(talk, after, tell, watching.signal);
	};
	/** Nothing of others comes in between; Ctrl-C ends it. */
	const alone = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
		const ending = new AbortController();
		const stop = (): void => ending.abort();
		signal.addEventListener("abort", stop);
		reader.onInterrupt = stop;
		isBusy = true;
		try {
			return await work(ending.signal);
		} catch (error) {
			if (!signal.aborted) tellFailure(out, error);
			return undefined;
		} finally {
			isBusy = false;
			reader.onInterrupt = undefined;
			signal.removeEventListener("abort", stop);
			for (const print of untold.splice(0)) print(out);
		}
	};
	const say = async (input: string): Promise<void> => {
		const lead = [green(talk.ref.agentId), ": "];
		const result = await alone((ending) => tellRun(talk.say(input, ending), out, lead));
		if (result?.mode === "manual") {
			talk.mode = "manual";
			tellSilence(out);
		} else if (result?.output === "") out.line(dim("(The agent said nothing.)"));
		out.line("");
	};
	const slash = async (name: SlashName, rest: string): Promise<boolean> => {
		const before = talk.ref;
		const ask = async (question: string): Promise<boolean> => options.yes === true || reader.ask(question);
		const answer = await alone(() => answerSlash(talk, name, rest, ask));
		if (talk.ref !== before) {
			const head = answer?.command === "session" ? answer.session?.head : undefined;
			watch((head ?? 0) - 1);
		}
		if (answer) showSlash(out, answer);
		if (answer?.command === "exit") return false;
		out.line("");
		return true;
	};
	return {
		async greet(session: Session | undefined) {
			const { agentId, userId, sessionId } = talk.ref;
			const who = userId === undefined ? "no user" : `user ${userId}`;
			out.line(bold(agentId), dim(` · ${who} · session ${sessionId}`));
			out.line(dim(`/help lists the commands; Ctrl-D leaves. Come back with \`${comeBack}\`.`));
			if (session) {
				await printRecent(talk, out);
				talk.mode = session.mode;
				if (session.mode === "manual") tellSilence(out);
			}
			out.line("");
			watch((session?.head ?? 0) - 1);
		},
		/** False: the user leaves. */
		async answer(line: string): Promise<boolean> {
			const read = readLine(line);
			if ("slash" in read) return slash(read.slash, read.rest);
			if ("say" in read) await say(read.say);
			else out.line(dim(read.slip));
			return true;
		},
		end: () => watching.abort(),
	};
}

/** Messages that are told again when a conversation goes on. */
const RECENT = 4;

async function printRecent(talk: Conversation, out: Screen): Promise<void> {
	const kinds = ["message", "reply"] as const;
	const events = await talk.handle().events({ last: RECENT, kinds });
	if (events.length === 0) return;
	out.line("");
	for (const event of events) {
		const lead = leadOf(event, talk.ref.agentId);
		if (!lead || event.erased || (event.kind !== "message" && event.kind !== "reply")) continue;
		const who = lead.map((span) => (typeof span === "string" ? span : span.text)).join("");
		const text = `${who.replace("you, elsewhere", "you")}${oneLine(contentText(event.data.content))}`;
		out.line(dim(fitText(text, Math.min(out.width, 200))));
	}
}
