import { z } from "zod";
import { list } from "../../../server/resources/shapes.ts";
import { answers } from "../../command.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { printTable } from "../../screen/table.ts";
import { ls } from "./spec.ts";

export const listSpaces = answers(ls, {
	answer: list(z.object({ name: z.string(), facts: z.int().min(0) })),
	run: async ({ open }) => ({ items: await (await open()).spaces.list() }),
	show({ items }, { out, err }) {
		if (items.length === 0) {
			printParagraph(
				err,
				"No space has facts. Agents share one by `memory: { space: <name> }` in their manifests.",
			);
			return;
		}
		printTable(
			out,
			[
				{ title: "SPACE", value: ({ name }) => name, style: "bold", shrinks: true },
				{ title: "FACTS", value: ({ facts }) => facts, align: "right" },
			],
			items,
		);
	},
});
