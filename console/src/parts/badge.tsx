import type { ReactNode } from "react";

export type Tone = "good" | "warn" | "bad" | "accent" | "human";

export function Badge({
	tone,
	live,
	children,
}: {
	tone?: Tone | undefined;
	live?: boolean;
	children: ReactNode;
}) {
	return <span className={`badge ${tone ?? ""} ${live ? "live" : ""}`}>{children}</span>;
}
