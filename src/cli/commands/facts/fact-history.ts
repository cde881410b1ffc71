import type { FactHistoryEntry } from "../../../memory/index.ts";
import { factChange } from "../../../wire/fact.ts";
import { list } from "../../../wire/page.ts";
import { answers } from "../../command.ts";
import { findFact } from "../../find-fact.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { dim } from "../../screen/screen.ts";
import { history } from "./spec.ts";

/** One change of a value: `0.5 → 0.9`. */
function describeValue(value: unknown): string {
	if (typeof value === "object" && value !== null && "from" in value && "to" in value)
		return `${JSON.stringify(value.from)} → ${JSON.stringify(value.to)}`;
	return typeof value === "string" ? value : JSON.stringify(value);
}

const describeChange = ({ at: _at, change: _change, ...rest }: FactHistoryEntry): string =>
	Object.entries(rest)
		.map(([name, value]) => `${name} ${describeValue(value)}`)
		.join(", ");

export const factHistory = answers(history, {
	answer: list(factChange),
	async run({ args, options, open }) {
		const { memory } = await findFact(await open(), args.id, options.agent);
		return { items: await memory.history(args.id) };
	},
	show({ items }, { out }) {
		for (const entry of items) {
			out.line(dim(`${entry.at.slice(0, 19).replace("T", " ")}  `), entry.change);
			const more = describeChange(entry);
			if (more !== "") printParagraph(out, more, { margin: "  " });
		}
	},
});
