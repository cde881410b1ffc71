import { command } from "../../command.ts";
import { talker } from "../../options.ts";

export const chat = command({
	name: "chat",
	about: "chat with an agent in the terminal",
	details:
		"Starts a new session each time; -c continues the newest open session. In the chat, /help lists the slash commands: show what the last answer recalled and why, show facts and state, hand over to a human, end the session. Without a terminal, each line of the standard input is a message.",
	args: { agent: { about: "agent id; optional if only one agent is defined", optional: true } },
	options: {
		session: { value: "text", placeholder: "id", about: "continue this session, or create it" },
		continue: { value: "flag", short: "c", about: "continue the newest open session" },
		user: talker,
	},
	examples: [
		{ type: "holdfast chat support", to: "chat with the agent `support`" },
		{ type: "holdfast chat support -c", to: "continue the last conversation" },
		{ type: "echo 'Where is my order?' | holdfast chat support --json", to: "send a message from a script" },
	],
	creates: true,
	talks: true,
	lines: true,
	asks: true,
});
