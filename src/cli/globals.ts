/** The options that every command accepts, as typed. */
export interface GlobalOptions {
	readonly json: boolean;
	readonly yes: boolean;
	readonly config?: string | undefined;
	readonly store?: string | undefined;
	readonly url?: string | undefined;
	readonly key?: string | undefined;
	readonly tenant?: string | undefined;
}
