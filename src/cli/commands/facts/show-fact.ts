import type { Event } from "../../../event/index.ts";
import type { Holdfast } from "../../../interface.ts";
import type { Fact } from "../../../memory/index.ts";
import type { SessionRef } from "../../../session/index.ts";
import { factWithSources } from "../../../wire/cli/facts.ts";
import { answers } from "../../command.ts";
import { findFact } from "../../find-fact.ts";
import { refOf } from "../../find-session.ts";
import { printConversation } from "../../print/conversation.ts";
import { describeOwner, describeSources } from "../../print/facts.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { oneLine } from "../../screen/neutralise.ts";
import { bold, dim } from "../../screen/screen.ts";
import { printFields } from "../../screen/table.ts";
import { show } from "./spec.ts";

/** Messages that a fact came from. Messages past their retention are missing. */
interface Source {
	session: SessionRef;
	events: Event[];
}

/** How many sources are read; a fact that is confirmed often has many. */
const MAX_SOURCES = 100;

async function readSources(hf: Holdfast, { sources }: Fact): Promise<Source[]> {
	const found = new Map<string, Source>();
	for (const source of sources.slice(0, MAX_SOURCES)) {
		const session = refOf(source);
		const key = JSON.stringify(session);
		const known = found.get(key) ?? { session, events: [] };
		found.set(key, known);
		const { offset } = source;
		known.events.push(...(await hf.session(session).events({ after: offset - 1, before: offset + 1 })));
	}
	return [...found.values()];
}

const validity = ({ validFrom, validTo }: Fact): string | undefined =>
	validFrom === undefined && validTo === undefined
		? undefined
		: `${validFrom?.slice(0, 10) ?? "…"} to ${validTo?.slice(0, 10) ?? "…"}`;

export const showFact = answers(show, {
	answer: factWithSources,
	async run({ args, options, open }) {
		const hf = await open();
		const { fact: found } = await findFact(hf, args.id, options.agent);
		return { fact: found, said: await readSources(hf, found) };
	},
	show({ fact: found, said }, { out }) {
		printParagraph(out, found.content, { style: "bold" });
		const metadata = Object.keys(found.metadata).length > 0 ? JSON.stringify(found.metadata) : undefined;
		printFields(out, [
			["id", found.id],
			["owner", describeOwner(found)],
			["agent", found.agentId],
			["status", found.status + (found.pinned ? ", pinned" : "")],
			["importance", found.importance.toFixed(2)],
			["confidence", found.confidence.toFixed(2)],
			["kind", found.kind],
			["origin", found.extractor === undefined ? found.origin : `${found.origin} by ${found.extractor}`],
			["sources", describeSources(found)],
			["valid", validity(found)],
			["superseded by", found.supersededBy],
			["related", found.related.join(", ")],
			["redacted", found.redacted?.join(", ")],
			["metadata", metadata],
			["created", found.createdAt],
			["updated", found.updatedAt],
		]);
		for (const { session, events } of said) {
			out.line("");
			out.line(bold("Source: session "), bold(oneLine(session.sessionId)));
			printConversation(out, events);
			if (events.length === 0)
				out.line(dim("The messages were deleted because they were past their retention."));
		}
	},
});
