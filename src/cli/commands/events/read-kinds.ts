import { EVENT_KINDS, type EventKind } from "../../../event/index.ts";
import { UsageError } from "../../usage-error.ts";

/** Kinds as they were typed: several options, or one with commas. */
export function readKinds(typed: readonly string[] | undefined): EventKind[] | undefined {
	const words = typed?.flatMap((text) => text.split(",")).map((word) => word.trim());
	return words?.map((word) => {
		const kind = EVENT_KINDS.find((one) => one === word);
		if (kind === undefined)
			throw new UsageError(`there are no events of kind "${word}"; there are ${EVENT_KINDS.join(", ")}`);
		return kind;
	});
}
