import { command } from "../../command.ts";

export const login = command({
	name: "login",
	about: "save the URL and the key of a server, and use that server from now on",
	details:
		"Without --key, asks for the key in a terminal, or reads it from the standard input. Tests the key before saving it, in a file that only you can read. Without a URL, lists the saved servers and marks the one that commands use.",
	store: false,
	args: { url: { about: "server URL, e.g. https://holdfast.example.com", optional: true } },
	options: {
		key: {
			value: "text",
			placeholder: "key",
			about: "API key; other users of this machine may see command lines",
			env: "HOLDFAST_KEY",
		},
		tenant: {
			value: "text",
			placeholder: "name",
			about: "tenant; only the admin key of the server may choose one",
			env: "HOLDFAST_TENANT",
		},
	},
	asks: true,
	examples: [
		{ type: "holdfast login https://holdfast.example.com", to: "ask for the key, test it and save it" },
		{ type: "holdfast login https://holdfast.example.com < key.txt", to: "read the key from a file" },
		{ type: "holdfast login", to: "show which server commands use" },
	],
});

export const logout = command({
	name: "logout",
	about: "delete the saved key of a server",
	store: false,
	args: { url: { about: "server URL; default: the server that commands use", optional: true } },
	examples: [{ type: "holdfast logout", to: "delete the saved key and use the local store again" }],
});
