import { command } from "../../command.ts";

export const bench = command({
	name: "bench",
	about: "measure the store or server from here, beside the least it could take",
	details:
		"Appends, reads, writes facts and searches under an agent of its own, and erases that agent afterwards, also after Ctrl-C. Beside it stands the least that it could take: a write to the disk for SQLite, a round trip for others.",
	options: {
		seconds: { value: "count", placeholder: "n", about: "for how long in all, about", default: 10 },
		keep: { value: "flag", about: "do not erase what was written" },
	},
	creates: true,
	examples: [
		{ type: "holdfast bench", to: "measure the store of this folder" },
		{ type: "holdfast bench --url https://holdfast.example.com --seconds 30", to: "measure a server" },
	],
});
