import type { AgentInfo } from "../../../turn/index.ts";
import { agent } from "../../../wire/agent.ts";
import { answers } from "../../command.ts";
import { bold } from "../../screen/screen.ts";
import { printFields } from "../../screen/table.ts";
import { show } from "./spec.ts";

const inWords = (memory: AgentInfo["memory"]): string => (memory === false ? "none" : JSON.stringify(memory));

export const showAgent = answers(show, {
	answer: agent,
	run: async ({ args, open }) => (await open()).agents.get(args.agent),
	show(found, { out }) {
		out.line(bold(found.id));
		printFields(out, [
			["description", found.description],
			["model", found.model],
			["tools", found.tools.map(({ name }) => name).join(", ")],
			["agents", found.agents.join(", ")],
			["nodes", found.routine?.map(({ id, kind }) => `${id} (${kind})`).join(", ")],
			["memory", inWords(found.memory)],
			["defined as", found.definedMemory === undefined ? undefined : inWords(found.definedMemory)],
			["file", found.file],
		]);
		if (found.instructions !== undefined) out.line("\n", found.instructions.trimEnd());
	},
});
