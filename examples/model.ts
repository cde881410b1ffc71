/** The model that the examples run on: the one that HOLDFAST_MODEL names, else the built-in demo model. */
export const model: string | undefined = process.env.HOLDFAST_MODEL || undefined;

/** Says at the end how to go on with a real model. */
export function tellModel(command: string): void {
	if (model !== undefined) return;
	console.log(`
That was the built-in demo model: it needs no key and only finds what was said before.
With a real one: npm install @ai-sdk/openai
                 OPENAI_API_KEY=… HOLDFAST_MODEL=openai/gpt-5-mini ${command}`);
}
