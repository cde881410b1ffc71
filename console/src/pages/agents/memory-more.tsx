import { Choice } from "./choice.tsx";
import { MEANINGS, NAMES } from "./memory-names.ts";
import { NumberField } from "./number-field.tsx";
import { Switch } from "./switch.tsx";
import type { MemoryFormState } from "./use-memory-form.ts";

/** What few people have to decide. Open where something in it was refused. */
export function MemoryMore({ form: { draft, wrong, set } }: { form: MemoryFormState }) {
	const isWrong = ["tokenBudget", "factBudget", "messageLimit", "untrusted"].some((name) => name in wrong);
	return (
		<details className="agent-more" {...(isWrong && { open: true })}>
			<summary>More</summary>
			<div className="stack">
				<NumberField
					label={NAMES.tokenBudget}
					hint="How many tokens of earlier conversation enter the prompt, as estimated."
					value={draft.tokenBudget}
					wrong={wrong.tokenBudget}
					onChange={(tokenBudget) => set({ tokenBudget })}
				/>
				<NumberField
					label={NAMES.factBudget}
					hint="How many tokens of facts enter the prompt, as estimated. 0 recalls none."
					value={draft.factBudget}
					wrong={wrong.factBudget}
					onChange={(factBudget) => set({ factBudget })}
				/>
				<NumberField
					label={NAMES.messageLimit}
					hint="How many messages one call of the store may bring."
					value={draft.messageLimit}
					wrong={wrong.messageLimit}
					onChange={(messageLimit) => set({ messageLimit })}
				/>
				<Choice
					label={NAMES.untrusted}
					options={(["quarantine", "drop"] as const).map((value) => {
						const [name, meaning] = MEANINGS.untrusted[value];
						return { value, name, meaning };
					})}
					value={draft.untrusted}
					wrong={wrong.untrusted}
					onChange={(untrusted) => set({ untrusted })}
				/>
				<Switch
					label={NAMES.summarize}
					meaning="What no longer fits is summarised. Costs a model call now and then."
					value={draft.summarize}
					onChange={(summarize) => set({ summarize })}
				/>
				<Switch
					label={NAMES.redact}
					meaning="Passwords, keys and card numbers are taken out of facts before they are stored."
					value={draft.redact}
					onChange={(redact) => set({ redact })}
				/>
			</div>
		</details>
	);
}
