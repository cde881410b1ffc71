import { Field } from "../../parts/field.tsx";
import { Choice } from "./choice.tsx";
import { MEMORY_TOOLS } from "./memory-draft.ts";
import { MEANINGS, NAMES } from "./memory-names.ts";
import { NumberField } from "./number-field.tsx";
import { Switch } from "./switch.tsx";
import type { MemoryFormState } from "./use-memory-form.ts";

const IN_HERE = [
	"tokenBudget",
	"factBudget",
	"excerptBudget",
	"messageLimit",
	"untrusted",
	"consolidateAfter",
	"extractor",
	"extractInstructions",
	"tools",
];

const TOOL_MEANINGS = {
	remember: "The model can write facts.",
	recall: "The model can search facts and earlier messages.",
	forget: "The model can forget facts.",
} as const;

/** The less common settings. Opens if one of them has an error. */
export function MemoryMore({ form: { draft, wrong, set } }: { form: MemoryFormState }) {
	const isWrong = IN_HERE.some((name) => name in wrong);
	const tools = new Set(draft.tools.split(" ").filter((name) => name !== ""));
	const switchTool = (name: string, isOn: boolean): void => {
		if (isOn) tools.add(name);
		else tools.delete(name);
		set({ tools: MEMORY_TOOLS.filter((one) => tools.has(one)).join(" ") });
	};
	return (
		<details className="agent-more" {...(isWrong && { open: true })}>
			<summary>More settings</summary>
			<div className="stack">
				<NumberField
					label={NAMES.tokenBudget}
					hint="The estimated tokens of replayed messages in the prompt."
					value={draft.tokenBudget}
					wrong={wrong.tokenBudget}
					onChange={(tokenBudget) => set({ tokenBudget })}
				/>
				<NumberField
					label={NAMES.factBudget}
					hint="The estimated tokens of facts in the prompt. 0 recalls none."
					value={draft.factBudget}
					wrong={wrong.factBudget}
					onChange={(factBudget) => set({ factBudget })}
				/>
				<NumberField
					label={NAMES.excerptBudget}
					hint="The estimated tokens of excerpts from the user's other sessions. 0 keeps sessions apart."
					value={draft.excerptBudget}
					wrong={wrong.excerptBudget}
					onChange={(excerptBudget) => set({ excerptBudget })}
				/>
				<NumberField
					label={NAMES.messageLimit}
					hint="The maximum number of messages that a run reads from the store."
					value={draft.messageLimit}
					wrong={wrong.messageLimit}
					onChange={(messageLimit) => set({ messageLimit })}
				/>
				<NumberField
					label={NAMES.consolidateAfter}
					hint="Minutes without a new message before facts are extracted from an open session. Enter never to wait until it ends."
					value={draft.consolidateAfter}
					wrong={wrong.consolidateAfter}
					onChange={(consolidateAfter) => set({ consolidateAfter })}
				/>
				<Field
					label={NAMES.extractor}
					hint="model: the agent's own model. rules: the built-in rules, for English. Or another model, as provider/model. Empty: as in the definition."
					wrong={wrong.extractor}
				>
					{(field) => (
						<input
							{...field}
							className="input"
							autoComplete="off"
							value={draft.extractor}
							onChange={(event) => set({ extractor: event.target.value })}
						/>
					)}
				</Field>
				<Field
					label={NAMES.extractInstructions}
					hint="Additional instructions for the model that extracts facts, e.g. which facts matter to you."
					wrong={wrong.extractInstructions}
				>
					{(field) => (
						<textarea
							{...field}
							className="input"
							rows={3}
							value={draft.extractInstructions}
							onChange={(event) => set({ extractInstructions: event.target.value })}
						/>
					)}
				</Field>
				{MEMORY_TOOLS.map((name) => (
					<Switch
						key={name}
						label={`Tool ${name}`}
						meaning={TOOL_MEANINGS[name]}
						value={tools.has(name)}
						onChange={(isOn) => switchTool(name, isOn)}
					/>
				))}
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
					meaning="Summarizes messages that no longer fit the budget. Costs an occasional model call."
					value={draft.summarize}
					onChange={(summarize) => set({ summarize })}
				/>
				<Switch
					label={NAMES.redact}
					meaning="Removes passwords, keys and card numbers from facts before they are stored."
					value={draft.redact}
					onChange={(redact) => set({ redact })}
				/>
			</div>
		</details>
	);
}
