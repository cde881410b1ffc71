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

const OWNERS = { user: "you", agent: "all users", session: "this session" } as const;

function printFacts(out: Screen, facts: readonly Fact[]): void {
	printTable(
		out,
		[
			{ title: "FACT", value: ({ content }) => content, shrinks: true },
			{ title: "OWNER", value: ({ scope, pinned }) => OWNERS[scope] + (pinned ? ", pinned" : "") },
			{ title: "CREATED", value: ({ createdAt }) => ago(createdAt), style: "dim" },
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
	out.line(green("✓ "), "Handed over to a human. The agent is silent.");
	note(out, "Your messages wait for a human to answer. To hand back to the agent: /handback", "  ");
};

const SHOW: Shower = {
	help(out, { items }) {
		for (const { usage, about } of items) out.line(cyan(padText(usage, 19)), "  ", about);
		note(
			out,
			'To start a message with "/", type "//". To continue a message on the next line, end the line with "\\". Ctrl-C cancels an answer, Ctrl-D leaves.',
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
			[
				"answered by",
				session?.mode === "manual" ? "a human (/handback hands back to the agent)" : "the agent",
			],
			["created", session && ago(session.createdAt)],
			["ended", session && ago(session.endedAt)],
		]);
	},
	state(out, { state, variables }) {
		const entries = (of: Record<string, Json>) => Object.entries(of).map(([k, v]) => [k, text(v)] as const);
		if (entries(state).length + entries(variables).length === 0)
			return note(out, "No state, and the user has no variables.");
		if (entries(state).length > 0) out.line(bold("state"));
		printFields(out, entries(state));
		if (entries(variables).length > 0) out.line(bold("variables of the user"));
		printFields(out, entries(variables));
	},
	facts(out, { items }) {
		if (items.length > 0) return printFacts(out, items);
		note(out, "No facts yet. Facts are extracted when a session ends (/end).");
	},
	why(out, { runId, recalled }) {
		if (runId === undefined) return note(out, "No answers in this session yet.");
		printRecalled(out, recalled);
	},
	search(out, { hits, method, latencyMs }) {
		if (hits.length === 0) out.line(dim("No matches."));
		else
			printTable(
				out,
				[
					{ title: "SCORE", value: ({ score }) => score.toFixed(3), align: "right" },
					{ title: "TEXT", value: ({ content }) => content, shrinks: true },
					{ title: "KIND", value: ({ kind, role }) => (kind === "fact" ? kind : (role ?? kind)) },
					{ title: "WHEN", value: ({ at }) => ago(at), style: "dim" },
				],
				hits,
			);
		out.line(dim(`${method} search, ${latencyMs.toFixed(1)} ms`));
	},
	handover: showMode,
	handback: showMode,
	end(out, { ended, items, next }) {
		if (!ended) return out.line("Nothing changed.");
		out.line(green("✓ "), `Session ended; ${amount(items.length, "fact")} from it.`);
		if (items.length > 0) printFacts(out, items);
		if (next !== undefined) note(out, `Your next message starts a new session: ${next}`);
	},
};

/** Prints the result of a slash command as text. */
export function showSlash(out: Screen, answer: SlashAnswer): void {
	const show = SHOW[answer.command] as (out: Screen, answer: SlashAnswer) => void;
	show(out, answer);
}

/** Says that the agent does not answer for now. */
export const tellSilence = (out: Screen, handover?: Handover): void =>
	note(out, `${silenceText(handover)} To hand back to the agent: /handback`, yellow("· "));
