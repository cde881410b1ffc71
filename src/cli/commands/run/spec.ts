import { command } from "../../command.ts";
import { talker } from "../../options.ts";

export const run = command({
	name: "run",
	about: "run an agent once and print its answer",
	details:
		'The input is the argument, or the standard input if the argument is - or missing. In a new session, the user is your login name on this machine, as in `holdfast chat`, so that the agent remembers you. --user sets another user, --user "" none.',
	args: {
		agent: { about: "agent id" },
		input: { about: "message to send; - or nothing: the standard input", optional: true },
	},
	options: {
		session: { value: "text", placeholder: "id", about: "session to use; default: a new one" },
		user: talker,
		state: {
			value: "texts",
			placeholder: "key=value",
			about: "state to set; the value is JSON, or else text; repeat for several keys",
		},
		idempotencyKey: {
			value: "text",
			placeholder: "key",
			about: "repeating the command with the same key and input returns the first answer; needs --session",
		},
		timeout: { value: "text", placeholder: "time", about: "cancel the run after this time, e.g. 30s or 5m" },
	},
	examples: [
		{ type: 'holdfast run support "Where is my order A-1?"', to: "ask in a new session" },
		{
			type: "holdfast run support --session s1 --user ada --json < question.txt",
			to: "ask in session s1, with the input from a file",
		},
		{
			type: 'holdfast run support "Hello" --user ""',
			to: "ask without a user: the agent uses no user's facts",
		},
		{
			type: 'holdfast run support "Hello" --state plan=gold --state seats=3',
			to: "ask with two state values",
		},
	],
	creates: true,
	talks: true,
});
