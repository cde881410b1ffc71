import type { FactHistoryEntry, Json } from "holdfast";
import { Link } from "wouter";
import { Said } from "../../parts/text.tsx";
import { factPath } from "../../paths.ts";
import { ChangedText } from "./changed-text.tsx";

const isChange = (value: unknown): value is { from: Json; to: Json } =>
	typeof value === "object" && value !== null && "from" in value && "to" in value;

const TIMES = new Set(["validFrom", "validTo"]);

function told(name: string, value: Json): string {
	if (value === null) return "none";
	if (TIMES.has(name) && (typeof value === "number" || typeof value === "string"))
		return new Date(value).toLocaleString();
	if (typeof value === "boolean") return value ? "yes" : "no";
	return typeof value === "string" ? value : JSON.stringify(value);
}

function Value({ name, value, agentId }: { name: string; value: Json; agentId: string }) {
	if (isChange(value)) {
		const { from, to } = value;
		if (name === "content" && typeof from === "string" && typeof to === "string")
			return <ChangedText from={from} to={to} />;
		return (
			<>
				<del dir="auto">{told(name, from)}</del> → <ins dir="auto">{told(name, to)}</ins>
			</>
		);
	}
	if (name === "supersedes" && Array.isArray(value))
		return (
			<>
				{value.map((id) => (
					<Link key={String(id)} href={factPath(agentId, String(id))} className="mono">
						<bdi>{String(id)}</bdi>{" "}
					</Link>
				))}
			</>
		);
	// The id of another fact.
	if ((name === "by" || name === "to") && typeof value === "string")
		return (
			<Link href={factPath(agentId, value)} className="mono">
				<bdi>{value}</bdi>
			</Link>
		);
	return <Said>{told(name, value)}</Said>;
}

/** The labels of the fields of an entry. */
const NAMES: Readonly<Record<string, string>> = {
	by: "by fact",
	supersedes: "supersedes",
	to: "to fact",
	with: "with",
	from: "before",
	validFrom: "valid from",
	validTo: "valid until",
};

/** The fields that one change set, before and after. */
export function HistoryEntry({ entry, agentId }: { entry: FactHistoryEntry; agentId: string }) {
	const { at: _at, change: _change, ...rest } = entry;
	const members = Object.entries(rest).filter(([, value]) => value !== undefined);
	if (members.length === 0) return null;
	return (
		<dl className="pairs">
			{members.map(([name, value]) => (
				<div key={name} className="pair">
					<dt>{NAMES[name] ?? name}</dt>
					<dd>
						<Value name={name} value={value as Json} agentId={agentId} />
					</dd>
				</div>
			))}
		</dl>
	);
}
