import type { Json } from "holdfast";
import { JsonView } from "../../parts/json-view.tsx";
import { Said } from "../../parts/text.tsx";

const MOST = 12;

const isFlat = (value: Json): boolean => typeof value !== "object" || value === null;

const isPairs = (value: Json): value is { [key: string]: Json } =>
	typeof value === "object" &&
	value !== null &&
	!Array.isArray(value) &&
	Object.keys(value).length > 0 &&
	Object.keys(value).length <= MOST &&
	Object.values(value).every(isFlat);

/** A readable value: text, a few names and values, or JSON for nested values. */
export function ValueView({ value, label }: { value: Json; label: string }) {
	if (typeof value === "string") return <Said>{value}</Said>;
	if (isFlat(value)) return <span className="mono">{String(value)}</span>;
	if (Array.isArray(value) && value.length <= MOST && value.every(isFlat))
		return <Said>{value.length === 0 ? "none" : value.map(String).join(", ")}</Said>;
	if (!isPairs(value)) return <JsonView value={value} label={label} />;
	return (
		<dl className="pairs">
			{Object.entries(value).map(([name, one]) => (
				<div key={name} className="run-pair">
					<dt dir="auto">{name}</dt>
					<dd dir="auto">{String(one)}</dd>
				</div>
			))}
		</dl>
	);
}
