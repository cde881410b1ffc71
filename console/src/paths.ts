/*
 * The addresses of all pages. Each is one level deep. Ids are in the query string because they can contain any
 * character. The server has the same list (src/server/console/pages.ts).
 */

export const PAGES = {
	home: "/",
	agents: "/agents",
	agent: "/agent",
	sessions: "/sessions",
	session: "/session",
	runs: "/runs",
	run: "/run",
	users: "/users",
	user: "/user",
	facts: "/facts",
	fact: "/fact",
	playground: "/playground",
	settings: "/settings",
} as const;

type Values = Readonly<Record<string, string | number | undefined>>;

function withQuery(path: string, values: Values): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
	const text = query.toString();
	return text === "" ? path : `${path}?${text}`;
}

export interface SessionAddress {
	agentId: string;
	sessionId: string;
	userId?: string | undefined;
}

/** `at`: the event to show. */
export const sessionPath = ({ agentId, sessionId, userId }: SessionAddress, at?: number): string =>
	withQuery(PAGES.session, { agent: agentId, user: userId, session: sessionId, at });
export const runPath = (id: string): string => withQuery(PAGES.run, { id });
export const agentPath = (id: string): string => withQuery(PAGES.agent, { id });
export const userPath = (id: string): string => withQuery(PAGES.user, { id });
export const factPath = (agentId: string, id: string): string =>
	withQuery(PAGES.fact, { agent: agentId, id });
export const factsPath = (filter: { agent?: string | undefined; user?: string | undefined }): string =>
	withQuery(PAGES.facts, filter);
export const sessionsPath = (filter: { agent?: string | undefined; user?: string | undefined }): string =>
	withQuery(PAGES.sessions, filter);
export const playgroundPath = (filter: {
	agent?: string | undefined;
	user?: string | undefined;
	session?: string | undefined;
}): string => withQuery(PAGES.playground, filter);
export const settingsPath = (tab: string): string => withQuery(PAGES.settings, { tab });
