import { command } from "../../command.ts";

export const ls = command({
	name: "keys ls",
	about: "list the keys of the tenant, without their secrets",
	examples: [{ type: "holdfast keys ls", to: "see who can call the server, and with which scope" }],
});

export const create = command({
	name: "keys create",
	about: "make a key for callers of a server",
	details:
		"The key is printed once, alone on the standard output, and is kept nowhere: what is stored is a hash of it.",
	options: {
		scope: {
			value: ["read", "agent", "admin"],
			about: "what it may do: read; work with agents, too; everything of the tenant",
		},
		name: { value: "text", placeholder: "name", about: "what it is for" },
		expires: {
			value: "text",
			placeholder: "time",
			about: "how long it is good, e.g. 30d; default: for ever",
		},
	},
	creates: true,
	examples: [
		{
			type: "holdfast keys create --scope agent --name website --expires 90d",
			to: "a key for a backend, for three months",
		},
		{ type: 'holdfast keys create --scope admin --name "Ada\'s laptop"', to: "a key for an operator" },
	],
});

export const revoke = command({
	name: "keys revoke",
	about: "make a key no good from now on",
	args: { id: { about: "the id that `keys ls` shows" } },
	asks: true,
	examples: [
		{ type: "holdfast keys revoke 837d80a4db1f15cb8a97d094", to: "show the key, ask, and revoke it" },
	],
});
