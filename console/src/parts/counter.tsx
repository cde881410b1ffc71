import type { ReactNode } from "react";

/** A number with a name and a note. */
export function Counter({ name, value, aside }: { name: ReactNode; value: number; aside?: ReactNode }) {
	return (
		<div className="card counter">
			<span className="soft small">{name}</span>
			<b>{value.toLocaleString()}</b>
			<span className="soft small">{aside || "\u00a0"}</span>
		</div>
	);
}
