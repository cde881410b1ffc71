import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const facts: readonly Command[] = [
	bind(spec.ls, async () => (await import("./list-facts.ts")).listFacts),
	bind(spec.show, async () => (await import("./show-fact.ts")).showFact),
	bind(spec.write, async () => (await import("./write-fact.ts")).writeFact),
	bind(spec.update, async () => (await import("./update-fact.ts")).updateFact),
	bind(spec.pin, async () => (await import("./pin-fact.ts")).pinFact),
	bind(spec.unpin, async () => (await import("./pin-fact.ts")).unpinFact),
	bind(spec.forget, async () => (await import("./forget-fact.ts")).forgetFact),
	bind(spec.contradictions, async () => (await import("./fact-contradictions.ts")).factContradictions),
	bind(spec.history, async () => (await import("./fact-history.ts")).factHistory),
];
