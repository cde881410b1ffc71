import { command } from "../../command.ts";

export const sweep = command({
	name: "upkeep sweep",
	about: "remove events older than the retention allows, now",
	details:
		"Servers and open processes do it by themselves, every few hours. Facts stay. Asks first, and names the retention that holds; the events are gone for good.",
	asks: true,
	examples: [
		{ type: "holdfast upkeep sweep", to: "ask, do it now, and say how much went" },
		{ type: "holdfast upkeep sweep --yes", to: "the same, without asking" },
	],
});

export const compact = command({
	name: "upkeep compact",
	about: "rewrite the store's files, so that no byte of what was deleted is left",
	details: "Takes as long as copying the file. Stores without files of their own have nothing to do.",
	examples: [{ type: "holdfast upkeep compact", to: "rewrite the file" }],
});

export const reembed = command({
	name: "upkeep reembed",
	about: "make all vectors anew, after another embedder was configured",
	examples: [{ type: "holdfast upkeep reembed", to: "make them with the embedder that is configured now" }],
});

export const erase = command({
	name: "upkeep erase",
	about: "delete everything of the tenant: sessions, facts, users, runs, state",
	options: { everything: { value: "flag", about: "say that everything is meant; required" } },
	asks: true,
	examples: [
		{ type: "holdfast upkeep erase --everything", to: "ask for the tenant's name, and delete all it has" },
		{ type: "holdfast upkeep erase --everything --tenant acme --yes", to: "the same, without asking" },
	],
});
