import type { Setup } from "../fixture.ts";
export interface ModelOptions {
	runs?: number;
}
export function describeModel(_setup: Setup, _options: ModelOptions = {}): void {}
