import { useConnection } from "../../connect/connection.tsx";
import { Choice, type Option } from "./choice.tsx";
import { embedderWords, NO_EMBEDDER } from "./embedder-words.ts";
import { MEANINGS, NAMES } from "./memory-names.ts";
import { NumberField } from "./number-field.tsx";
import { SpaceField } from "./space-field.tsx";
import type { MemoryFormState } from "./use-memory-form.ts";

const optionsOf = <T extends string>(meanings: Readonly<Record<T, readonly [string, string]>>): Option<T>[] =>
	(Object.entries(meanings) as [T, readonly [string, string]][]).map(([value, [name, meaning]]) => ({
		value,
		name,
		meaning,
	}));

/** The most common settings. */
export function MemoryBasics({ form: { draft, wrong, set, defined, round } }: { form: MemoryFormState }) {
	const { memory } = useConnection().about;
	const recall = optionsOf(MEANINGS.recall).map((option) => {
		const strategy = memory?.strategies.find(({ name }) => name === option.value);
		if (!strategy) return option;
		if (!strategy.available)
			return { ...option, impossible: strategy.note ?? "the store does not support it" };
		return { ...option, note: strategy.note };
	});
	const impossible = memory?.embedder === false ? { impossible: NO_EMBEDDER } : {};
	return (
		<>
			<Choice
				label={NAMES.save}
				options={optionsOf(MEANINGS.save)}
				value={draft.save}
				wrong={wrong.save}
				onChange={(save) => set({ save })}
			/>
			<NumberField
				label={NAMES.limit}
				hint="The number of earlier messages in the prompt. 0 replays none."
				value={draft.limit}
				wrong={wrong.limit}
				onChange={(limit) => set({ limit })}
			/>
			<Choice
				label={NAMES.recall}
				options={recall}
				value={draft.recall}
				wrong={wrong.recall}
				onChange={(value) => set({ recall: value })}
			/>
			<Choice
				label={NAMES.embedder}
				hint={`Embedder: ${embedderWords(memory)}.`}
				options={[
					{ value: "on", name: "Meaning and keywords", meaning: "Runs use the embedder.", ...impossible },
					{ value: "off", name: "Keywords only", meaning: "Runs of this agent do not use the embedder." },
				]}
				value={draft.embedder && memory?.embedder !== false ? "on" : "off"}
				wrong={wrong.embedder}
				onChange={(value) => set({ embedder: value === "on" })}
			/>
			<Choice
				label={NAMES.facts}
				options={optionsOf(MEANINGS.facts)}
				value={draft.facts}
				wrong={wrong.facts}
				onChange={(facts) => set({ facts })}
			/>
			<SpaceField
				key={round}
				value={draft.space}
				defined={defined === false ? undefined : defined.space}
				wrong={wrong.space}
				onChange={(space) => set({ space })}
			/>
		</>
	);
}
