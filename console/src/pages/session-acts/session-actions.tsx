import type { Session } from "holdfast";

export function SessionActions(_: { session: Session; at?: number }) {
	return null;
}
