import { tool } from "holdfast";
import { z } from "zod";

/** Stands in for a library. */
const library = [
	{ title: "The pull of the moon", about: "tides", says: "The moon pulls the sea into two bulges." },
	{ title: "Spring and neap", about: "tides", says: "Tides are highest at new and full moon." },
	{ title: "A history of tea", about: "tea", says: "Tea came to Europe in the 17th century." },
];

export const findSources = tool({
	name: "find_sources",
	description: "Looks for sources on a topic and puts them into the notes.",
	input: z.object({ topic: z.string().describe("What the sources shall be about.") }),
	execute({ topic }, ctx) {
		const found = library.filter(({ about }) => topic.toLowerCase().includes(about));
		// The state of a sub-agent is that of the conversation it works for.
		ctx.state.set(
			"notes",
			found.map(({ says }) => says),
		);
		return { found: found.length, titles: found.map(({ title }) => title).join("; ") };
	},
});

export const writeReport = tool({
	name: "write_report",
	description: "Makes a report of the notes.",
	input: z.object({}),
	execute(_input, ctx) {
		const notes = ctx.state.get("notes");
		if (!Array.isArray(notes) || notes.length === 0)
			throw new Error("there are no notes yet; collect sources first");
		return notes.join(" ");
	},
});
