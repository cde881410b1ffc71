import type { ReactNode } from "react";

/** One thing that is known of a row, with its name. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<span>
			<span className="soft">{name}</span> {children}
		</span>
	);
}
