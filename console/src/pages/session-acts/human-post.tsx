import type { Session } from "holdfast";

export function HumanPost(_: { session: Session }) {
	return null;
}
