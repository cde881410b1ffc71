import type { AgentInfo } from "holdfast";
import { Fragment } from "react";
import { useConnection } from "../../connect/connection.tsx";
import { embedderWords } from "./embedder-words.ts";
import { differences, type FieldName, wholeOf } from "./memory-draft.ts";
import { NAMES, valueWords } from "./memory-names.ts";

/** The settings as text, for keys that cannot change them. */
export function MemoryText({ info }: { info: AgentInfo }) {
	const { about } = useConnection();
	const { memory, definedMemory = memory } = info;
	if (memory === false)
		return (
			<p>
				Off: no messages are replayed, and no facts are extracted or recalled.
				{definedMemory !== false && " In the definition it is on."}
			</p>
		);
	const said = wholeOf(memory);
	const whole = about.memory?.embedder === false ? { ...said, embedder: false } : said;
	const changed = new Set(differences(said, definedMemory));
	return (
		<>
			<dl className="pairs">
				{(Object.keys(NAMES) as FieldName[]).map((name) => (
					<Fragment key={name}>
						<dt>{NAMES[name]}</dt>
						<dd>
							<bdi>{valueWords(name, whole[name])}</bdi>
							{changed.has(name) && (
								<span className="soft">
									{" "}
									(definition:{" "}
									{definedMemory === false ? "off" : valueWords(name, wholeOf(definedMemory)[name])})
								</span>
							)}
						</dd>
					</Fragment>
				))}
				<dt>Embedder</dt>
				<dd>{embedderWords(about.memory)}</dd>
			</dl>
			<p className="soft small">Log in with an admin key to change these settings.</p>
		</>
	);
}
