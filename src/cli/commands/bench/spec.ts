import { command } from "../../command.ts";

export const bench = command({
	name: "bench",
	about: "measure the speed of the store or server, and compare it with a baseline",
	details:
		"Appends and reads messages, writes facts and searches, all under a temporary agent. Deletes that agent at the end, also after Ctrl-C. The first row is the baseline, the fastest that one operation can be: a write to disk for SQLite, a network round trip for PostgreSQL and servers.",
	options: {
		seconds: {
			value: "count",
			placeholder: "n",
			about: "approximate total duration in seconds",
			default: 10,
		},
		keep: { value: "flag", about: "keep the data that the benchmark writes" },
	},
	creates: true,
	examples: [
		{ type: "holdfast bench", to: "measure the store of this folder" },
		{ type: "holdfast bench --url https://holdfast.example.com --seconds 30", to: "measure a server" },
	],
});
