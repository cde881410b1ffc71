import { once } from "node:events";

/** What the test gave this process. */
export function input<T>(): T {
	return JSON.parse(process.argv[2] ?? "{}") as T;
}

/** Tells the test something; resolves when it has left this process. */
export function tell(message: object): Promise<void> {
	return new Promise((resolve, reject) => {
		process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()));
	});
}

/** The next thing the test says. */
export async function hear<T>(): Promise<T> {
	const [message] = await once(process, "message");
	return message as T;
}

/** The child may end: the channel keeps it alive otherwise. */
export function finish(): void {
	process.disconnect();
}
