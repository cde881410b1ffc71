import type { Run, Span } from "holdfast";
import { Bar } from "../../parts/bar.tsx";
import { Card } from "../../parts/card.tsx";

const whole = (value: number): string => value.toLocaleString();

/** Where the tokens of the prompt went, beside what the provider counted. */
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
						About <b>{whole(sum)}</b> tokens{" "}
						<span className="soft">(estimated, first call of the model)</span>
					</p>
					<Bar label="Tokens of the prompt, estimated" parts={parts} legend format={whole} />
				</>
			)}
			{usage && (
				<p className="small">
					The provider counted <b>{whole(usage.inputTokens)}</b> in, <b>{whole(usage.outputTokens)}</b> out
					<span className="soft">
						{calls > 1 && `, over ${calls} calls`}
						{usage.cachedInputTokens !== undefined &&
							`, ${whole(usage.cachedInputTokens)} of them from its cache`}
						{usage.reasoningTokens !== undefined && `, ${whole(usage.reasoningTokens)} to reason`}
					</span>
					.
				</p>
			)}
		</Card>
	);
}
