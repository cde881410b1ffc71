import type { Json } from "../../event/index.ts";
import type { Fact } from "../../memory/index.ts";
import type { Handover } from "../../turn/index.ts";
import { amount } from "../print/amount.ts";
import { printRecalled } from "../print/recalled.ts";
import { silenceText } from "../print/silence.ts";
import { ago } from "../screen/ago.ts";
import { padText } from "../screen/fit-text.ts";
import { bold, cyan, dim, green, type Screen, yellow } from "../screen/screen.ts";
import { printFields, printTable } from "../screen/table.ts";
import type { SlashAnswer } from "./answer-slash.ts";
import { note } from "./note.ts";

const text = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

const FOR = { user: "you", agent: "all", session: "this session" } as const;

function printFacts(out: Screen, facts: readonly Fact[]): void {
	printTable(
		out,
		[
			{ title: "FACT", value: ({ content }) => content, shrinks: true },
			{ title: "FOR", value: ({ scope, pinned }) => FOR[scope] + (pinned ? ", pinned" : "") },
			{ title: "SINCE", value: ({ createdAt }) => ago(createdAt), style: "dim" },
		],
		facts,
	);
}

type Shower = { [A in SlashAnswer as A["command"]]: (out: Screen, answer: A) => void };

const showMode = (out: Screen, { mode }: { mode: "auto" | "manual" }): void => {
	if (mode === "auto") {
		out.line(green("✓ "), "The agent answers again.");
		return;
	}
	out.line(green("✓ "), "Handed over to a human: the agent is silent.");
	note(out, "What you say waits for an answer. /handback gives the conversation back to the agent.", "  ");
};

const SHOW: Shower = {
	help(out, { items }) {
		for (const { usage, about } of items) out.line(cyan(padText(usage, 19)), "  ", about);
		note(
			out,
			'"//" begins a message with "/"; "\\" at the end of a line continues it. Ctrl-C cancels an answer, Ctrl-D leaves.',
		);
	},
	exit() {},
	session(out, { agentId, userId, sessionId, session }) {
		printFields(out, [
			["session", sessionId],
			["agent", agentId],
			["user", userId],
			["title", session?.title],
			["messages", session ? `${session.messageCount}, ${amount(session.eventCount, "event")}` : "none yet"],
			["answers", session?.mode === "manual" ? "a human (/handback gives it back)" : "the agent"],
			["begun", session && ago(session.createdAt)],
			["ended", session && ago(session.endedAt)],
		]);
	},
	state(out, { state, variables }) {
		const entries = (of: Record<string, Json>) => Object.entries(of).map(([k, v]) => [k, text(v)] as const);
		if (entries(state).length + entries(variables).length === 0)
			return note(out, "There is no state, and the user has no variables.");
		if (entries(state).length > 0) out.line(bold("state"));
		printFields(out, entries(state));
		if (entries(variables).length > 0) out.line(bold("variables of the user"));
		printFields(out, entries(variables));
	},
	facts(out, { items }) {
		if (items.length > 0) return printFacts(out, items);
		note(out, "Nothing is known yet. When a session ends (/end), facts are made of what was said.");
	},
	why(out, { runId, recalled }) {
		if (runId === undefined) return note(out, "Nothing was answered in this session yet.");
		printRecalled(out, recalled);
	},
	search(out, { hits, method, latencyMs }) {
		if (hits.length === 0) out.line(dim("Nothing was found."));
		else
			printTable(
				out,
				[
					{ title: "SCORE", value: ({ score }) => score.toFixed(3), align: "right" },
					{ title: "FOUND", value: ({ content }) => content, shrinks: true },
					{ title: "IS", value: ({ kind, role }) => (kind === "fact" ? kind : (role ?? kind)) },
					{ title: "SAID", value: ({ at }) => ago(at), style: "dim" },
				],
				hits,
			);
		out.line(dim(`by ${method} search, in ${latencyMs.toFixed(1)} ms`));
	},
	handover: showMode,
	handback: showMode,
	end(out, { ended, items, next }) {
		if (!ended) return out.line("Nothing was done.");
		out.line(green("✓ "), `The session is ended; ${amount(items.length, "fact")} learned.`);
		if (items.length > 0) printFacts(out, items);
		if (next !== undefined) note(out, `Your next message begins a new session: ${next}`);
	},
};

/** Prints for people what a slash command came to. */
export function showSlash(out: Screen, answer: SlashAnswer): void {
	const show = SHOW[answer.command] as (out: Screen, answer: SlashAnswer) => void;
	show(out, answer);
}

/** That nobody answers for now. */
export const tellSilence = (out: Screen, handover?: Handover): void =>
	note(out, `${silenceText(handover)} /handback gives it back.`, yellow("· "));
