/** What each signal adds to a score: the parts of a hit sum up to it. A part that adds nothing is absent. */
export interface ScoreParts {
	/** Its own words against those of the query. */
	keyword?: number;
	/** Its meaning against that of the query. */
	vector?: number;
	/** The messages around it. */
	context?: number;
	/** The session it is of. */
	session?: number;
	/** Who says it. */
	speaker?: number;
	/** When it was said, where the query names a date. */
	date?: number;
	/** What answers look like in a conversation of people. */
	prior?: number;
	/** How new it is. */
	recency?: number;
	/** How important it is. */
	importance?: number;
}
