/** The pages of the console, as in console/src/paths.ts. Which one is shown is decided in the browser. */
export const PAGES: readonly string[] = [
	...["/", "/agents", "/agent", "/sessions", "/session", "/runs", "/run"],
	...["/users", "/user", "/facts", "/fact", "/playground", "/settings"],
];
