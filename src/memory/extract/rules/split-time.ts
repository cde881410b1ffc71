import { resolveDates } from "./resolve-dates.ts";

const TIME =
	/,? (?:on|in|around) (?:the (?:week|weekend) of )?(?:\d{1,2} )?(?:(?:January|February|March|April|May|June|July|August|September|October|November|December|spring|summer|autumn|fall|winter) )?\d{4}\b/g;

/** The words without the time of which they speak. */
export const withoutTime = (text: string, at: number): string =>
	resolveDates(text, at, "past").text.replace(TIME, "").trim();
