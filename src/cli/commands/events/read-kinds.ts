import { EVENT_KINDS, type EventKind } from "../../../event/index.ts";
import { UsageError } from "../../usage-error.ts";

/** Reads kinds of events: from several options, or one with commas. */
export function readKinds(typed: readonly string[] | undefined): EventKind[] | undefined {
	const words = typed?.flatMap((text) => text.split(",")).map((word) => word.trim());
	return words?.map((word) => {
		const kind = EVENT_KINDS.find((one) => one === word);
		if (kind === undefined)
			throw new UsageError(`--kinds: "${word}" is not a kind of event; kinds: ${EVENT_KINDS.join(", ")}`);
		return kind;
	});
}
