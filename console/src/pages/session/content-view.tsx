import type { MessageContent, MessagePart } from "holdfast";
import { Badge } from "../../parts/badge.tsx";
import { type ShownPart, shownPart } from "../../parts/message-part.ts";
import { LongText } from "./long-text.tsx";
import { ValueView } from "./value-view.tsx";

/** A file by its name. Its content is not loaded. */
function FileChip({ part }: { part: ShownPart }) {
	const { type, url, mediaType } = part;
	const name = part.name ?? url?.slice(0, 120) ?? "unnamed";
	return (
		<span className="session-file" title={url?.slice(0, 500)}>
			<Badge>{type}</Badge> <bdi>{name}</bdi>
			{mediaType !== undefined && <span className="soft"> {mediaType}</span>}
		</span>
	);
}

function Part({ part, id }: { part: MessagePart; id: string }) {
	const shown = shownPart(part);
	const { type, text, isReasoning, isFile, rest } = shown;
	if (isReasoning && text !== undefined)
		return (
			<div className="session-reasoning">
				<span className="soft small">Reasoning</span>
				<LongText id={id}>{text}</LongText>
			</div>
		);
	if (["text", "input_text", "output_text", "refusal"].includes(type) && text !== undefined)
		return <LongText id={id}>{text}</LongText>;
	if (isFile) return <FileChip part={shown} />;
	return (
		<div className="session-reasoning">
			<Badge>{type}</Badge>
			<ValueView id={id} value={rest} />
		</div>
	);
}

/** The content of a message. */
export function ContentView({ content, id }: { content: MessageContent | undefined; id: string }) {
	if (content === undefined || content === "") return <span className="soft">(empty)</span>;
	if (typeof content === "string") return <LongText id={id}>{content}</LongText>;
	return (
		<>
			{content.map((part, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: an event does not change, and its parts have no names
				<Part key={index} part={part} id={`${id} ${index}`} />
			))}
		</>
	);
}
