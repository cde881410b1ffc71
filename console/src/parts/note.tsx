import { HoldfastError } from "holdfast/client";
import type { ReactNode } from "react";

export function Note({ tone, children }: { tone?: "good" | "warn" | "bad"; children: ReactNode }) {
	return (
		<div className={`note ${tone ?? ""}`} role={tone === "bad" ? "alert" : "status"}>
			{children}
		</div>
	);
}

/** The message of an error. */
export function wordsOf(error: unknown): string {
	if (HoldfastError.isInstance(error)) return error.message;
	return error instanceof Error ? error.message : String(error);
}

export function ErrorNote({ error }: { error: unknown }) {
	return <Note tone="bad">{wordsOf(error)}</Note>;
}

export function Empty({ children }: { children: ReactNode }) {
	return <div className="empty">{children}</div>;
}
