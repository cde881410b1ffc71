import { keyInfo } from "../../../wire/key.ts";
import { list } from "../../../wire/page.ts";
import { answers } from "../../command.ts";
import { everyItem } from "../../every-item.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { ago } from "../../screen/ago.ts";
import { printTable } from "../../screen/table.ts";
import { untilText } from "../../screen/until.ts";
import { ls } from "./spec.ts";

export const listKeys = answers(ls, {
	answer: list(keyInfo),
	run: async (call) => ({ items: await everyItem((await call.open()).keys.list) }),
	show({ items }, { out, err }) {
		if (items.length === 0) {
			printParagraph(err, "No keys yet. Create one with `holdfast keys create --scope agent --name <name>`.");
			return;
		}
		printTable(
			out,
			[
				{ title: "KEY", value: ({ id }) => id, style: "bold" },
				{ title: "SCOPE", value: ({ scope }) => scope },
				{ title: "NAME", value: ({ name }) => name, shrinks: true },
				{ title: "CREATED", value: ({ createdAt }) => ago(createdAt) },
				{ title: "EXPIRES", value: ({ expiresAt }) => untilText(expiresAt) },
			],
			items,
		);
	},
});
