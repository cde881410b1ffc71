import type { Handover } from "../../turn/index.ts";
import { oneLine } from "../screen/neutralise.ts";

/** Says that the agent is silent, and after a handover also why. */
export function silenceText(handover?: Handover): string {
	if (!handover) return "A human has taken over. The agent is silent.";
	const { by, reason } = handover;
	const isAgent = by === "agent";
	const who = isAgent ? "The agent handed over to a human" : "A human has taken over";
	const name = by === undefined || isAgent ? "" : ` (${oneLine(by)})`;
	const why = reason === undefined || reason.trim() === "" ? "" : `: ${oneLine(reason)}`;
	const said = `${who}${name}${why}`;
	return `${said}${/[.!?]$/.test(said) ? "" : "."} The agent is silent.`;
}
