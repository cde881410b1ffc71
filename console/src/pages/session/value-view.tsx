import type { Json } from "holdfast";
import { LongText } from "./long-text.tsx";

const MOST_PAIRS = 12;

/** A value as one line of text. */
export const inLine = (value: Json | undefined): string =>
	value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);

const isPlain = (value: Json): boolean => typeof value !== "object" || value === null;

/** A readable value: a list of names and values for a small object, text for a string, JSON for the rest. */
export function ValueView({ value, id }: { value: Json; id: string }) {
	if (typeof value === "string") return <LongText id={id}>{value}</LongText>;
	const entries =
		typeof value === "object" && value !== null && !Array.isArray(value) && Object.entries(value);
	if (!entries || entries.length === 0 || entries.length > MOST_PAIRS)
		return (
			<LongText id={id} mono>
				{entries && entries.length === 0 ? "{}" : JSON.stringify(value, undefined, entries ? 2 : undefined)}
			</LongText>
		);
	return (
		<dl className="pairs">
			{entries.map(([name, one]) => (
				<div key={name} className="session-pair">
					<dt>
						<bdi>{name}</bdi>
					</dt>
					<dd>
						<LongText id={`${id} ${name}`} mono={!isPlain(one ?? null)}>
							{inLine(one)}
						</LongText>
					</dd>
				</div>
			))}
		</dl>
	);
}
