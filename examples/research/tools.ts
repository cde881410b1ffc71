import { tool } from "holdfast";
import { z } from "zod";

/** Sample data in place of a real library. */
const library = [
	{ title: "The pull of the moon", about: "tides", says: "The moon pulls the sea into two bulges." },
	{ title: "Spring and neap", about: "tides", says: "Tides are highest at new and full moon." },
	{ title: "A history of tea", about: "tea", says: "Tea came to Europe in the 17th century." },
];

export const findSources = tool({
	name: "find_sources",
	description: "Finds sources on a topic and saves them in the notes.",
	input: z.object({ topic: z.string().describe("The topic of the sources.") }),
	execute({ topic }, ctx) {
		const found = library.filter(({ about }) => topic.toLowerCase().includes(about));
		// A sub-agent uses the state of its caller's session.
		ctx.state.set(
			"notes",
			found.map(({ says }) => says),
		);
		return { found: found.length, titles: found.map(({ title }) => title).join("; ") };
	},
});

export const writeReport = tool({
	name: "write_report",
	description: "Writes a report from the notes.",
	input: z.object({}),
	execute(_input, ctx) {
		const notes = ctx.state.get("notes");
		if (!Array.isArray(notes) || notes.length === 0) throw new Error("no notes yet; collect sources first");
		return notes.join(" ");
	},
});
