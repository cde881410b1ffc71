import type { Predicate } from "../predicate.ts";
import type { Class, Classify, Scene } from "./class.ts";
import { classifyEvent } from "./event.ts";
import { classifyHealth } from "./health.ts";
import { classifyIdentity } from "./identity.ts";
import { classifyPlace } from "./place.ts";
import { classifyPlan } from "./plan.ts";
import { classifyPreference } from "./preference.ts";
import { classifyRelation } from "./relation.ts";
import { classifyWork } from "./work.ts";

export type { Class, Scene } from "./class.ts";

/** The most specific first. */
const ORDER: readonly Classify[] = [
	classifyHealth,
	classifyWork,
	classifyPlace,
	classifyRelation,
	classifyIdentity,
	classifyPreference,
	classifyPlan,
	classifyEvent,
];

/** The kind of what someone says about themselves; undefined if it is nothing to remember. */
export function classify(predicate: Predicate, scene: Scene): Class | undefined {
	for (const rule of ORDER) {
		const found = rule(predicate, scene);
		if (found) return found;
	}
	return undefined;
}
