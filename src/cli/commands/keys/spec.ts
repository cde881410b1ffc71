import { command } from "../../command.ts";

export const ls = command({
	name: "keys ls",
	about: "list the keys of the tenant, without their secrets",
	examples: [{ type: "holdfast keys ls", to: "list the keys with their scopes" }],
});

export const create = command({
	name: "keys create",
	about: "create an API key for a server",
	details: "Prints the key once, as the only text on the standard output. Only a hash of it is stored.",
	options: {
		scope: {
			value: ["read", "agent", "admin"],
			about: "read: read only; agent: also run agents and write; admin: everything in the tenant",
		},
		name: { value: "text", placeholder: "name", about: "name that shows what the key is for" },
		expires: {
			value: "text",
			placeholder: "time",
			about: "lifetime, e.g. 30d; default: no expiry",
		},
	},
	creates: true,
	examples: [
		{
			type: "holdfast keys create --scope agent --name website --expires 90d",
			to: "create a key for a backend that expires in 90 days",
		},
		{
			type: 'holdfast keys create --scope admin --name "Ada\'s laptop"',
			to: "create a key for an administrator",
		},
	],
});

export const revoke = command({
	name: "keys revoke",
	about: "revoke a key immediately",
	args: { id: { about: "key id, as `keys ls` shows it" } },
	asks: true,
	examples: [{ type: "holdfast keys revoke 837d80a4db1f15cb8a97d094", to: "ask, then revoke the key" }],
});
