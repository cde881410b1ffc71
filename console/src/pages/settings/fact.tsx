import type { ReactNode } from "react";

/** A name and a value in a row. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<span>
			<span className="soft">{name}</span> {children}
		</span>
	);
}
