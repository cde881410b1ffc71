import { spaceInfo } from "../../../wire/overview.ts";
import { list } from "../../../wire/page.ts";
import { answers } from "../../command.ts";
import { everyItem } from "../../every-item.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { printTable } from "../../screen/table.ts";
import { ls } from "./spec.ts";

export const listSpaces = answers(ls, {
	answer: list(spaceInfo),
	run: async ({ open }) => ({ items: await everyItem((await open()).spaces.list) }),
	show({ items }, { out, err }) {
		if (items.length === 0) {
			printParagraph(
				err,
				"No space has facts. Agents share a space with `memory: { space: <name> }` in their manifests.",
			);
			return;
		}
		printTable(
			out,
			[
				{ title: "SPACE", value: ({ name }) => name, style: "bold", shrinks: true },
				{ title: "FACTS", value: ({ factsByStatus }) => factsByStatus.active, align: "right" },
				{ title: "TO REVIEW", value: ({ factsByStatus }) => factsByStatus.quarantined, align: "right" },
				{ title: "SUPERSEDED", value: ({ factsByStatus }) => factsByStatus.superseded, align: "right" },
			],
			items,
		);
	},
});
