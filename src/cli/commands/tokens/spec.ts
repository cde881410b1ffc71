import { command } from "../../command.ts";

export const create = command({
	name: "tokens create",
	about: "create a short-lived token for one user of a server",
	details: "Prints the token as the only text on the standard output.",
	options: {
		user: { value: "text", placeholder: "id", about: "user of the token; required", env: "HOLDFAST_USER" },
		expires: {
			value: "text",
			placeholder: "time",
			about: "lifetime, at most 24h",
			default: "15m",
		},
	},
	creates: true,
	examples: [
		{ type: "holdfast tokens create --user ada", to: "create a token that expires in 15 minutes" },
		{ type: "holdfast tokens create --user ada --expires 8h", to: "create a token that expires in 8 hours" },
	],
});
