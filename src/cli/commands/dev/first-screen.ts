import type { AgentInfo } from "../../../turn/index.ts";
import type { ModelChoice } from "../../connect/pick-model.ts";
import { padText, wrapText } from "../../screen/fit-text.ts";
import { oneLine } from "../../screen/neutralise.ts";
import { bold, cyan, dim, type Screen, type Span, yellow } from "../../screen/screen.ts";

/** What is told when the server listens. */
export interface FirstScreen {
	readonly version: string;
	/** What to type for a command. */
	readonly calledAs: string;
	readonly url: string;
	/** The port that was meant and is taken. */
	readonly taken?: number | undefined;
	readonly hasKey: boolean;
	/** Whether a browser finds the console there. */
	readonly hasConsole: boolean;
	readonly agents: readonly AgentInfo[];
	/** Where they come from, as one would type it. */
	readonly folder: string | undefined;
	readonly hasExamples: boolean;
	readonly store: string;
	readonly model: ModelChoice;
	/** What keeps models from answering. */
	readonly problems: readonly string[];
}

const LABEL = 9;
const INDENT = 2;
const MOST_AGENTS = 12;

/** The first thing that a newcomer sees. */
export function printFirstScreen(out: Screen, seen: FirstScreen): void {
	const width = Math.min(out.width, 100) - INDENT - LABEL - 1;
	const row = (label: string, look: (text: string) => Span, ...texts: readonly string[]): void => {
		const lines = texts.flatMap((text, i) => wrapText(oneLine(text), width).map((line) => ({ line, i })));
		lines.forEach(({ line, i }, n) => {
			const name = dim(padText(n === 0 ? label : "", LABEL));
			out.line(" ".repeat(INDENT), name, " ", i === 0 ? look(line) : dim(line));
		});
	};
	const plain = (text: string): Span => text;
	out.line("");
	out.line("  ", bold(`Holdfast ${seen.version}`));
	out.line("");
	row(seen.hasConsole ? "Console" : "Server", cyan, seen.url, ...aboutServer(seen));
	row("Agents", seen.agents.length === 0 ? yellow : plain, ...aboutAgents(seen));
	row("Store", plain, seen.store);
	row("Model", plain, ...aboutModel(seen));
	for (const problem of seen.problems) row("", yellow, problem);
	// Whoever brings agents of their own knows what to say to them.
	if (seen.hasExamples && out.isTty)
		row("Try", plain, "Hi, I am Ada. I live in Lisbon.", "then /session new, and: Where do I live?");
	out.line("");
}

const aboutServer = ({ taken, url, hasKey }: FirstScreen): string[] => [
	`API: ${url}/v1/docs${hasKey ? "; callers need a key" : ""}`,
	...(taken === undefined ? [] : [`Something else listens on port ${taken}; this is the next that is free`]),
];

function aboutAgents({ agents, calledAs, folder, hasExamples }: FirstScreen): string[] {
	if (agents.length === 0)
		return [`none; put a manifest into ./agents, or make a project with \`${calledAs} init\``];
	const names = agents.slice(0, MOST_AGENTS).map(({ id }) => id);
	const more = agents.length > names.length ? ` and ${agents.length - names.length} more` : "";
	const list = `${names.join(", ")}${more}`;
	if (hasExamples) return [list, `Example agents; \`${calledAs} init\` makes a project of your own`];
	return [folder === undefined ? list : `${list} (${folder})`];
}

/** That of the agents that name none; and of the others, theirs. */
function aboutModel({ model, agents }: FirstScreen): string[] {
	const own = agents.filter((agent) => agent.model !== model.name);
	const told = own.slice(0, MOST_AGENTS).map(({ id, model: name }) => `${id}: ${name}`);
	if (own.length > 0 && own.length === agents.length) return told;
	return [`${model.name} (${model.why})`, ...model.hints, ...told];
}
