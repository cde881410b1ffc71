import { event } from "../../../wire/event.ts";
import { list } from "../../../wire/page.ts";
import { answers } from "../../command.ts";
import { findSession, refOf } from "../../find-session.ts";
import { printEvent } from "../../print/events.ts";
import { dim } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";
import { readKinds } from "./read-kinds.ts";
import { ls } from "./spec.ts";

/** The default limit of the library. */
const LIMIT = 1_000;

export const listEvents = answers(ls, {
	answer: list(event),
	async run({ args, options, open }) {
		const { after, before, last, limit } = options;
		if (last !== undefined && limit !== undefined)
			throw new UsageError("--last and --limit cannot be combined");
		const kinds = readKinds(options.kinds);
		const hf = await open();
		const session = hf.session(refOf(await findSession(hf, args.session, options)));
		return { items: await session.events({ after, before, last, limit, kinds }) };
	},
	show({ items }, { out, err, options }) {
		for (const one of items) printEvent(out, one);
		if (items.length === 0) err.line("No matching events.");
		const end = items.at(-1);
		if (end && options.last === undefined && items.length === (options.limit ?? LIMIT))
			err.line(dim(`There may be more events: add --after ${end.offset}`));
	},
});
