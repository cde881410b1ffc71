import { command } from "../../command.ts";

export const ls = command({
	name: "spaces ls",
	about: "list the spaces, the memory that several agents share",
	examples: [{ type: "holdfast spaces ls", to: "list the spaces with their numbers of facts" }],
});

export const rm = command({
	name: "spaces rm",
	about: "permanently delete all facts of a space",
	details: "Sessions stay, because they belong to the agents.",
	args: { name: { about: "name of the space" } },
	asks: true,
	examples: [{ type: "holdfast spaces rm team", to: "ask, then delete all facts of the space team" }],
});
