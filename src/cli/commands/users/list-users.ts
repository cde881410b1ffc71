import type { User } from "../../../user/index.ts";
import { page } from "../../../wire/page.ts";
import { user } from "../../../wire/user.ts";
import { answers } from "../../command.ts";
import { type FittingColumn, fitColumns } from "../../print/fit-columns.ts";
import { printNext } from "../../print/next-page.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { ago } from "../../screen/ago.ts";
import { printTable } from "../../screen/table.ts";
import { ls } from "./spec.ts";

const COLUMNS: readonly FittingColumn<User>[] = [
	{ title: "USER", value: ({ userId }) => userId, style: "bold" },
	{ title: "NAME", value: ({ displayName }) => displayName, shrinks: true, spare: 1 },
	{ title: "UPDATED", value: ({ updatedAt }) => ago(updatedAt) },
	{
		title: "VARIABLES",
		value: ({ variables }) =>
			Object.entries(variables)
				.map(([key, value]) => `${key}=${JSON.stringify(value)}`)
				.join(" "),
		shrinks: true,
		spare: 2,
	},
];

export const listUsers = answers(ls, {
	answer: page(user),
	run: async ({ options: { limit, cursor }, open }) =>
		(await open()).users.list({ limit, ...(cursor !== undefined && { cursor }) }),
	show({ items, next }, { out, err }) {
		if (items.length === 0) {
			printParagraph(
				err,
				"No user has variables, metadata or a name yet. To set one: `holdfast users set <id> name=value`. To see which users have sessions: `holdfast sessions ls`.",
			);
			return;
		}
		printTable(out, fitColumns(out, COLUMNS, items), items);
		printNext(err, next);
	},
});
