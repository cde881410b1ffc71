/** A duration with its unit. */
export function took(ms: number | undefined): string {
	if (ms === undefined || Number.isNaN(ms)) return "";
	if (ms < 10) return `${Number(ms.toFixed(1))} ms`;
	if (ms < 1_000) return `${Math.round(ms)} ms`;
	if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
	return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

/** The duration between two moments; empty if one is unknown. */
export const tookBetween = (from: string | undefined, to: string | undefined): string =>
	from === undefined || to === undefined ? "" : took(Date.parse(to) - Date.parse(from));
