import { command } from "../../command.ts";

export const sweep = command({
	name: "upkeep sweep",
	about: "delete events past their retention now",
	details:
		"Servers and other running processes do this automatically every few hours. Asks first and shows the retention. Permanently deletes the events; facts stay.",
	asks: true,
	examples: [
		{ type: "holdfast upkeep sweep", to: "ask, sweep now and print the counts" },
		{ type: "holdfast upkeep sweep --yes", to: "do it without asking" },
	],
});

export const compact = command({
	name: "upkeep compact",
	about: "rewrite the files of the store, so that they contain no deleted data",
	details: "Takes as long as copying the file. Does nothing for stores without files of their own.",
	examples: [{ type: "holdfast upkeep compact", to: "rewrite the database file" }],
});

export const reembed = command({
	name: "upkeep reembed",
	about: "re-embed all facts, after a change of the embedder",
	examples: [{ type: "holdfast upkeep reembed", to: "re-embed all facts with the configured embedder" }],
});

export const erase = command({
	name: "upkeep erase",
	about: "permanently delete all data of the tenant: sessions, facts, users, runs, state",
	options: { everything: { value: "flag", about: "confirm that you mean all data; required" } },
	asks: true,
	examples: [
		{
			type: "holdfast upkeep erase --everything",
			to: "ask for the name of the tenant, then delete all its data",
		},
		{ type: "holdfast upkeep erase --everything --tenant acme --yes", to: "do it without asking" },
	],
});
