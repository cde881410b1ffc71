import { HoldfastError } from "../../error/index.ts";
import { HttpError } from "../send/error-answer.ts";

interface Bucket {
	tokens: number;
	at: number;
}

/** From this number of buckets on, full ones are removed. */
const SWEEP_AT = 10_000;

export interface RateOptions {
	requestsPerSecond: number;
	/** How many requests may come at the same time after a pause. */
	burst: number;
}

/**
 * A token bucket for each credential: a request takes a token, and tokens come back over time. Each process counts
 * for itself.
 */
export function createRateLimit(
	{ requestsPerSecond, burst }: RateOptions,
	now: () => number = () => performance.now(),
): (who: string) => void {
	const buckets = new Map<string, Bucket>();
	const sweep = (at: number): void => {
		const full = (burst / requestsPerSecond) * 1_000;
		for (const [who, bucket] of buckets) if (at - bucket.at > full) buckets.delete(who);
	};
	return (who) => {
		const at = now();
		let bucket = buckets.get(who);
		if (!bucket) {
			if (buckets.size >= SWEEP_AT) sweep(at);
			bucket = { tokens: burst, at };
			buckets.set(who, bucket);
		}
		bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1_000) * requestsPerSecond);
		bucket.at = at;
		if (bucket.tokens < 1) throw tooMany((1 - bucket.tokens) / requestsPerSecond);
		bucket.tokens -= 1;
	};
}

/** The error for requests beyond a limit. */
export function tooMany(afterSeconds: number, message = "too many requests; slow down"): HttpError {
	const retryAfter = Math.max(1, Math.ceil(afterSeconds));
	const error = new HoldfastError("limit_exceeded", message, { retryAfter }, { retryable: true });
	return new HttpError(error, 429, { "retry-after": String(retryAfter) });
}
