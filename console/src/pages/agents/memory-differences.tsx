import { differences, readDraft, wholeOf } from "./memory-draft.ts";
import { NAMES, valueWords } from "./memory-names.ts";
import type { MemoryFormState } from "./use-memory-form.ts";

/** The settings that differ from the definition. */
export function MemoryDifferences({ form: { draft, defined } }: { form: MemoryFormState }) {
	const { whole, wrong } = readDraft(draft);
	const base = wholeOf(defined);
	const isOn = defined !== false;
	const names = draft.enabled ? differences(whole, defined).filter((name) => !(name in wrong)) : [];
	const isSwitched = draft.enabled !== isOn;
	return (
		<section className="agent-differences" aria-label="Different from the definition">
			{names.length === 0 && !isSwitched ? (
				<span className="soft small">Same as the definition.</span>
			) : (
				<>
					<b className="small">Different from the definition</b>
					<ul>
						{isSwitched && (
							<li>
								Memory: <b>{draft.enabled ? "on" : "off"}</b>{" "}
								<span className="soft">(definition: {isOn ? "on" : "off"})</span>
							</li>
						)}
						{names.map((name) => (
							<li key={name}>
								{NAMES[name]}: <b dir="auto">{valueWords(name, whole[name])}</b>{" "}
								<span className="soft">
									({isOn ? "definition" : "default"}: {valueWords(name, base[name])})
								</span>
							</li>
						))}
					</ul>
				</>
			)}
		</section>
	);
}
