/** The pages of the console, as in console/src/paths.ts. The browser decides which one to show. */
export const PAGES: readonly string[] = [
	"/",
	"/agents",
	"/agent",
	"/sessions",
	"/session",
	"/runs",
	"/run",
	"/users",
	"/user",
	"/facts",
	"/fact",
	"/playground",
	"/settings",
];
