import { agent } from "../../../wire/agent.ts";
import { list } from "../../../wire/page.ts";
import { answers } from "../../command.ts";
import { printTable } from "../../screen/table.ts";
import { ls } from "./spec.ts";

export const listAgents = answers(ls, {
	answer: list(agent),
	run: async (call) => (await call.open()).agents.list(),
	show({ items }, { out, err }) {
		if (items.length === 0) {
			err.line(
				"No agents are defined. Add a manifest to ./agents, or create a project with `holdfast init`.",
			);
			return;
		}
		printTable(
			out,
			[
				{ title: "AGENT", value: ({ id }) => id, style: "bold" },
				{ title: "MODEL", value: ({ model }) => model },
				{ title: "TOOLS", value: ({ tools }) => tools.length, align: "right" },
				{ title: "DESCRIPTION", value: ({ description }) => description, shrinks: true },
			],
			items,
		);
	},
});
