import { list } from "../../../server/resources/shapes.ts";
import { agent } from "../../../server/resources/shapes-runs.ts";
import { answers } from "../../command.ts";
import { printTable } from "../../screen/table.ts";
import { ls } from "./spec.ts";

export const listAgents = answers(ls, {
	answer: list(agent),
	run: async (call) => (await call.open()).agents.list(),
	show({ items }, { out, err }) {
		if (items.length === 0) {
			err.line(
				"No agents are defined: put a manifest into ./agents, or make a project with `holdfast init`.",
			);
			return;
		}
		printTable(
			out,
			[
				{ title: "AGENT", value: ({ id }) => id, style: "bold" },
				{ title: "MODEL", value: ({ model }) => model },
				{ title: "TOOLS", value: ({ tools }) => tools.length, align: "right" },
				{ title: "ABOUT", value: ({ description }) => description, shrinks: true },
			],
			items,
		);
	},
});
