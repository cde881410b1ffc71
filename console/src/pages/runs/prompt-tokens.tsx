import type { Run, Span } from "holdfast";
import { Bar } from "../../parts/bar.tsx";
import { Card } from "../../parts/card.tsx";

const whole = (value: number): string => value.toLocaleString();

/** The tokens of the prompt by part, next to the count of the provider. */
export function PromptTokens({ run, spans }: { run: Run; spans: readonly Span[] }) {
	const { recalled, usage } = run;
	const parts = Object.entries(recalled?.tokens ?? {}).map(([name, value]) => ({ name, value }));
	const sum = parts.reduce((total, { value }) => total + value, 0);
	const calls = spans.filter(({ kind, runId }) => kind === "model" && runId === run.id).length;
	if (!recalled && !usage) return null;
	return (
		<Card title="Prompt">
			{recalled && (
				<>
					<p className="small">
						About <b>{whole(sum)}</b> tokens <span className="soft">(estimate for the first model call)</span>
					</p>
					<Bar label="Estimated tokens of the prompt" parts={parts} legend format={whole} />
				</>
			)}
			{usage && (
				<p className="small">
					The provider counted <b>{whole(usage.inputTokens)}</b> input and <b>{whole(usage.outputTokens)}</b>{" "}
					output tokens
					<span className="soft">
						{calls > 1 && ` in ${calls} calls`}
						{usage.cachedInputTokens !== undefined && `, ${whole(usage.cachedInputTokens)} of them cached`}
						{usage.reasoningTokens !== undefined && `, ${whole(usage.reasoningTokens)} for reasoning`}
					</span>
					.
				</p>
			)}
		</Card>
	);
}
