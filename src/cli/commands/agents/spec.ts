import { command } from "../../command.ts";

export const ls = command({
	name: "agents ls",
	about: "list the agents that are defined",
	examples: [{ type: "holdfast agents ls", to: "list them with their models" }],
});

export const show = command({
	name: "agents show",
	about: "show the definition of an agent",
	args: { agent: { about: "agent id" } },
	examples: [{ type: "holdfast agents show support", to: "show its model, tools and memory settings" }],
});
