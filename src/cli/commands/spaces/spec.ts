import { command } from "../../command.ts";

export const ls = command({
	name: "spaces ls",
	about: "list the memories that several agents share",
	examples: [{ type: "holdfast spaces ls", to: "list them with the number of their facts" }],
});

export const rm = command({
	name: "spaces rm",
	about: "delete all facts of a shared memory",
	details: "Sessions stay: they are the agents'.",
	args: { name: { about: "the name of the space" } },
	asks: true,
	examples: [{ type: "holdfast spaces rm team", to: "ask, and delete all that team knows" }],
});
