import { command } from "../../command.ts";

export const create = command({
	name: "tokens create",
	about: "make a short-lived token with which one user talks to a server",
	details: "The token is printed alone on the standard output.",
	options: {
		user: { value: "text", placeholder: "id", about: "whose token it is", env: "HOLDFAST_USER" },
		expires: {
			value: "text",
			placeholder: "time",
			about: "how long it is good, at most 24h",
			default: "15m",
		},
	},
	creates: true,
	examples: [
		{ type: "holdfast tokens create --user ada", to: "a token for a quarter of an hour" },
		{ type: "holdfast tokens create --user ada --expires 8h", to: "a token for a working day" },
	],
});
