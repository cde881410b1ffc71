import type { AgentInfo } from "../../../turn/index.ts";
import type { ModelChoice } from "../../connect/pick-model.ts";
import { padText, wrapText } from "../../screen/fit-text.ts";
import { oneLine } from "../../screen/neutralise.ts";
import { bold, cyan, dim, type Screen, type Span, yellow } from "../../screen/screen.ts";

/** What is printed when the server listens. */
export interface FirstScreen {
	readonly version: string;
	/** How to call the command line: `holdfast` or `npx holdfast`. */
	readonly calledAs: string;
	readonly url: string;
	/** The default port, if it is in use. */
	readonly taken?: number | undefined;
	readonly hasKey: boolean;
	/** Whether the server serves the console. */
	readonly hasConsole: boolean;
	readonly agents: readonly AgentInfo[];
	/** Their folder, as you would type it. */
	readonly folder: string | undefined;
	readonly hasExamples: boolean;
	readonly store: string;
	readonly model: ModelChoice;
	/** Problems that keep models from answering. */
	readonly problems: readonly string[];
}

const LABEL = 9;
const INDENT = 2;
const MOST_AGENTS = 12;

/** Prints the first screen, which a new user sees first. */
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
	// With agents of their own, users know what to say.
	if (seen.hasExamples && out.isTty)
		row(
			"Try",
			plain,
			"Hi, I am Ada. I live in Lisbon.",
			"then leave with Ctrl-D, start again, and ask: Where do I live?",
		);
	out.line("");
}

const aboutServer = ({ taken, url, hasKey }: FirstScreen): string[] => [
	`API: ${url}/v1/docs${hasKey ? "; callers need a key" : ""}`,
	...(taken === undefined ? [] : [`Port ${taken} is in use; this is the next free port`]),
];

function aboutAgents({ agents, calledAs, folder, hasExamples }: FirstScreen): string[] {
	if (agents.length === 0)
		return [`none; add a manifest to ./agents, or create a project with \`${calledAs} init\``];
	const names = agents.slice(0, MOST_AGENTS).map(({ id }) => id);
	const more = agents.length > names.length ? ` and ${agents.length - names.length} more` : "";
	const list = `${names.join(", ")}${more}`;
	if (hasExamples) return [list, `Example agents; \`${calledAs} init\` creates your own project`];
	return [folder === undefined ? list : `${list} (${folder})`];
}

/** The default model, and the models of agents that set their own. */
function aboutModel({ model, agents }: FirstScreen): string[] {
	const own = agents.filter((agent) => agent.model !== model.name);
	const told = own.slice(0, MOST_AGENTS).map(({ id, model: name }) => `${id}: ${name}`);
	if (own.length > 0 && own.length === agents.length) return told;
	return [`${model.name} (${model.why})`, ...model.hints, ...told];
}
