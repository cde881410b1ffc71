import { command } from "../../command.ts";

export const copy = command({
	name: "copy",
	about: "copy a whole installation, with all tenants, from one store to another",
	details:
		"Copies sessions, events, state, users, runs, facts, jobs, deliveries, keys, tokens and secrets. Before you start, stop every process that writes to either store. If the command is interrupted, run it again: it continues where it stopped. At the end it compares both stores. The target must be empty, or an unfinished copy of the same source. The source is only read.",
	options: {
		from: {
			value: "text",
			placeholder: "database",
			about: "source store: sqlite:./file.db or postgres://…",
		},
		to: { value: "text", placeholder: "database", about: "target store: sqlite:./file.db or postgres://…" },
	},
	examples: [
		{
			type: "holdfast copy --from sqlite:./holdfast.db --to postgres://app@db.example.com/app",
			to: "copy from SQLite to PostgreSQL",
		},
		{
			type: "holdfast copy --from postgres://app@db.example.com/app --to sqlite:./backup.db --json",
			to: "back up to a SQLite file, and print the counts as JSON",
		},
	],
	store: false,
});
