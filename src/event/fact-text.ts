import { z } from "zod";

/** The maximum length of a fact: a fact is a sentence or two, not a document. */
export const MAX_FACT_TEXT = 4_000;

/** The content of a fact. */
export const factText = z
	.string({ error: "must be a string: the fact as a sentence" })
	.refine((text) => text.trim() !== "", { error: "must not be empty" })
	.refine((text) => text.length <= MAX_FACT_TEXT, {
		error: `must have at most ${MAX_FACT_TEXT} characters; keep facts short, and store documents elsewhere`,
	})
	.refine((text) => !text.includes("\u0000") && text.isWellFormed(), {
		error: "must not contain NUL or a lone surrogate",
	});
