import { command } from "../../command.ts";
import { talker } from "../../options.ts";

export const run = command({
	name: "run",
	about: "ask an agent once, and print its answer",
	details:
		'What is said is the argument, or the standard input where it is - or left out. It is said by your user on this machine, as in `holdfast chat`, so that the agent remembers you; --user names somebody else, and --user "" nobody.',
	args: {
		agent: { about: "its id" },
		input: { about: "what to say; - or nothing: the standard input", optional: true },
	},
	options: {
		session: { value: "text", placeholder: "id", about: "say it in this session; default: a new one" },
		user: talker,
		state: {
			value: "texts",
			placeholder: "key=value",
			about: "state to set with it: JSON, or else text; may be given several times",
		},
		idempotencyKey: {
			value: "text",
			placeholder: "key",
			about: "a repeat with the same key and input gives the first answer; needs --session",
		},
		timeout: { value: "text", placeholder: "time", about: "cancel it after so long: 30s, 5m" },
	},
	examples: [
		{ type: 'holdfast run support "Where is my order A-1?"', to: "ask, in a session of its own" },
		{ type: "holdfast run support --session s1 --user ada --json < question.txt", to: "ask in a session" },
		{ type: 'holdfast run support "Hello" --user ""', to: "ask as nobody: no user's facts are used" },
		{ type: 'holdfast run support "Hello" --state plan=gold --state seats=3', to: "with state set" },
	],
	creates: true,
	talks: true,
});
