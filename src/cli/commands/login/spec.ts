import { command } from "../../command.ts";

export const login = command({
	name: "login",
	about: "keep the address and the key of a server, and work there from now on",
	details:
		"Without --key the key is asked for on a terminal, or read from the standard input. It is tried before it is kept, in a file that nobody else can read. Without a URL it tells where commands go.",
	store: false,
	args: { url: { about: "the server, e.g. https://holdfast.example.com", optional: true } },
	options: {
		key: {
			value: "text",
			placeholder: "key",
			about: "the key; others on this machine may see what is typed",
			env: "HOLDFAST_KEY",
		},
		tenant: {
			value: "text",
			placeholder: "name",
			about: "whose data; only a server's own key may choose",
			env: "HOLDFAST_TENANT",
		},
	},
	asks: true,
	examples: [
		{ type: "holdfast login https://holdfast.example.com", to: "ask for the key, try it and keep it" },
		{ type: "holdfast login https://holdfast.example.com < key.txt", to: "the same from a file" },
		{ type: "holdfast login", to: "see where commands go" },
	],
});

export const logout = command({
	name: "logout",
	about: "forget the key of a server",
	store: false,
	args: { url: { about: "which one; default: the one that commands go to", optional: true } },
	examples: [{ type: "holdfast logout", to: "forget it, and work on the local store again" }],
});
