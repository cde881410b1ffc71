export interface BarPart {
	name: string;
	value: number;
}

/** The colour of a part. Named parts have a fixed one, so that it is the same everywhere. */
const FILLS: Readonly<Record<string, number>> = {
	keyword: 1,
	vector: 2,
	context: 3,
	recency: 4,
	importance: 5,
	session: 6,
	date: 7,
	speaker: 3,
	prior: 7,
	instructions: 7,
	variables: 4,
	facts: 1,
	summary: 5,
	history: 2,
	input: 3,
	tools: 6,
};
export const fillOf = (name: string, index: number): string => `fill-${FILLS[name] ?? (index % 7) + 1}`;

interface Props {
	label: string;
	parts: readonly BarPart[];
	/** The value of the whole width. Default: the sum. */
	of?: number;
	legend?: boolean;
	format?(value: number): string;
}

/** Parts of a whole in one bar: of a score, of a prompt. */
export function Bar({ label, parts, of, legend = false, format = (value) => value.toFixed(3) }: Props) {
	const shown = parts.filter(({ value }) => value > 0);
	const sum = shown.reduce((total, { value }) => total + value, 0);
	const whole = Math.max(of ?? sum, Number.EPSILON);
	const words = shown.map(({ name, value }) => `${name} ${format(value)}`).join(", ");
	return (
		<div className="stack bar-part">
			<div className="bar" role="img" aria-label={`${label}: ${words || "none"}`}>
				{shown.map(({ name, value }, index) => (
					<span
						key={name}
						className={fillOf(name, index)}
						style={{ width: `${Math.min(100, (value / whole) * 100)}%` }}
						title={`${name} ${format(value)}`}
					/>
				))}
			</div>
			{legend && (
				<div className="legend">
					{shown.map(({ name, value }, index) => (
						<span key={name}>
							<i className={fillOf(name, index)} />
							{name} {format(value)}
						</span>
					))}
				</div>
			)}
		</div>
	);
}
