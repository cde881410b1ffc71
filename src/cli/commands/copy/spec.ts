import { command } from "../../command.ts";

export const copy = command({
	name: "copy",
	about: "copy a whole installation, all tenants, from one store to another",
	details:
		"Everything travels: sessions, events, state, users, runs, facts, jobs, deliveries, keys, tokens and secrets. Stop what writes to either store first. If the command is interrupted, run it again: it goes on where it was. At the end both stores are counted and compared. The target must be empty, or a copy that was begun from the same source; the source is only read.",
	options: {
		from: {
			value: "text",
			placeholder: "database",
			about: "the source: sqlite:./file.db or postgres://…",
		},
		to: { value: "text", placeholder: "database", about: "the target: sqlite:./file.db or postgres://…" },
	},
	examples: [
		{
			type: "holdfast copy --from sqlite:./holdfast.db --to postgres://app@db.example.com/app",
			to: "move from a file to a server",
		},
		{
			type: "holdfast copy --from postgres://app@db.example.com/app --to sqlite:./backup.db --json",
			to: "make a file of everything, and say what is in it",
		},
	],
	store: false,
});
