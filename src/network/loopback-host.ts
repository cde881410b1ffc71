/** Whether a name or address is this machine, independent of DNS. */
export function isLoopbackHost(host: string): boolean {
	const name = host.toLowerCase().replace(/^\[|\]$/g, "");
	if (name === "localhost" || name.endsWith(".localhost") || name === "::1") return true;
	const parts = name.split(".");
	return (
		parts.length === 4 &&
		parts[0] === "127" &&
		parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)
	);
}
