import type { ExtractionKind } from "../../extraction.ts";
import type { Predicate } from "../predicate.ts";
import type { Tense } from "../resolve-dates.ts";

/** What kind of statement a predicate is, and how it is said. */
export interface Class {
	kind: ExtractionKind;
	importance: number;
	confidence: number;
	/** Said instead of the predicate, without the subject: `works as a nurse`. */
	say?: string;
	/** Replaces the whole sentence after the possessive: `name is Ada`. */
	own?: string;
	/** Only with a date that lies ahead. */
	needsFuture?: true;
	/** Only with a date. */
	needsDate?: true;
	/** Which way its dates point, if not as its form says. */
	tense?: Tense;
}

export interface Scene {
	/** In a chat between people. */
	isNamed: boolean;
	/** Whether the clause names a time. */
	hasDate: boolean;
}

/** The kind of a predicate, by one group of rules; undefined if none fits. The tail is trimmed. */
export type Classify = (predicate: Predicate, scene: Scene) => Class | undefined;

export const NAME = String.raw`\p{Lu}[\p{L}'-]*(?: (?:de|van|von|der|la|di|al|el|bin|\p{Lu}\.?|\p{Lu}[\p{L}'-]+)){0,3}`;
export const words = (source: string, flags = "i"): RegExp => new RegExp(source, flags);
