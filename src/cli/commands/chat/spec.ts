import { command } from "../../command.ts";
import { talker } from "../../options.ts";

export const chat = command({
	name: "chat",
	about: "talk to an agent, in the terminal",
	details:
		"A new session each time; -c goes on with the newest that is open. /help lists what can be typed beside messages: what was recalled for an answer and why, facts, state, handing over to a human, ending the session. Without a terminal each line of the input is a message.",
	args: { agent: { about: "its id; may be left out where there is only one", optional: true } },
	options: {
		session: { value: "text", placeholder: "id", about: "go on in this session, or begin it" },
		continue: { value: "flag", short: "c", about: "go on with the newest session that is open" },
		user: talker,
	},
	examples: [
		{ type: "holdfast chat support", to: "talk to the agent `support`" },
		{ type: "holdfast chat support -c", to: "go on where you left off" },
		{ type: "echo 'Where is my order?' | holdfast chat support --json", to: "ask from a script" },
	],
	creates: true,
	talks: true,
	lines: true,
	asks: true,
});
