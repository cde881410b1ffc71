import type { Json, MessageContent, MessagePart } from "holdfast";
import { Badge } from "../../parts/badge.tsx";
import { LongText } from "./long-text.tsx";
import { ValueView } from "./value-view.tsx";

const textOf = (value: Json | undefined): string | undefined =>
	typeof value === "string" ? value : undefined;

/** A file by its name: what is in it is not fetched. */
function FileChip({ part }: { part: MessagePart }) {
	const url = textOf(part.url);
	const name = textOf(part.filename) ?? textOf(part.name) ?? url?.slice(0, 120) ?? "without a name";
	const type = textOf(part.mediaType) ?? textOf(part.mimeType);
	return (
		<span className="session-file" title={url?.slice(0, 500)}>
			<Badge>{part.type}</Badge> <bdi>{name}</bdi>
			{type !== undefined && <span className="soft"> {type}</span>}
		</span>
	);
}

function Part({ part, id }: { part: MessagePart; id: string }) {
	const text = textOf(part.text);
	if (part.type === "text" && text !== undefined) return <LongText id={id}>{text}</LongText>;
	if ((part.type === "reasoning" || part.type === "thinking") && text !== undefined)
		return (
			<div className="session-reasoning">
				<span className="soft small">Reasoning</span>
				<LongText id={id}>{text}</LongText>
			</div>
		);
	if (["file", "image", "audio", "video", "document"].includes(part.type)) return <FileChip part={part} />;
	const { type, ...rest } = part;
	return (
		<div className="session-reasoning">
			<Badge>{type}</Badge>
			<ValueView id={id} value={rest} />
		</div>
	);
}

/** What a message holds. */
export function ContentView({ content, id }: { content: MessageContent | undefined; id: string }) {
	if (content === undefined || content === "") return <span className="soft">(nothing)</span>;
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
