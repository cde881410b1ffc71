/** Answers each message of the parent with the memory that this process holds, after collecting garbage. */
export function reportMemory(): void {
	process.on("message", async () => {
		for (let i = 0; i < 3; i++) {
			globalThis.gc?.();
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		const { rss, heapUsed, external } = process.memoryUsage();
		process.send?.({ rss, held: heapUsed + external });
	});
}
