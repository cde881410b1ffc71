/** The model of the examples: HOLDFAST_MODEL, or undefined for the built-in demo model. */
export const model: string | undefined = process.env.HOLDFAST_MODEL || undefined;

/** Prints how to run the example with a real model. */
export function printModelHint(command: string): void {
	if (model !== undefined) return;
	console.log(`
This was the built-in demo model. It needs no API key and only finds earlier messages.
With a real model: npm install @ai-sdk/openai
                   OPENAI_API_KEY=… HOLDFAST_MODEL=openai/gpt-5-mini ${command}`);
}
