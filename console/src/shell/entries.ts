import type { Rights } from "../connect/connection.tsx";
import { PAGES } from "../paths.ts";
import type { IconName } from "./icons.tsx";

/** A page of the menu. */
export interface Entry {
	name: string;
	path: string;
	icon: IconName;
	/** A detail page that belongs to this entry. */
	also?: string;
	/** Who may open it; default: everybody. Others do not see it, and its address shows a notice. */
	isFor?(can: Rights): boolean;
}

const keys = ({ isUser }: Rights): boolean => !isUser;

export const ENTRIES: readonly Entry[] = [
	{ name: "Home", path: PAGES.home, icon: "home" },
	{ name: "Agents", path: PAGES.agents, icon: "agents", also: PAGES.agent, isFor: keys },
	{ name: "Sessions", path: PAGES.sessions, icon: "sessions", also: PAGES.session },
	{ name: "Runs", path: PAGES.runs, icon: "runs", also: PAGES.run, isFor: keys },
	{ name: "Users", path: PAGES.users, icon: "users", also: PAGES.user, isFor: keys },
	{ name: "Facts", path: PAGES.facts, icon: "facts", also: PAGES.fact },
	// It runs agents, which a read-only key cannot do.
	{
		name: "Playground",
		path: PAGES.playground,
		icon: "playground",
		isFor: ({ write, isUser }) => write || isUser,
	},
	{ name: "Settings", path: PAGES.settings, icon: "settings", isFor: keys },
];

export const isFor = ({ isFor: asks }: Entry, can: Rights): boolean => asks?.(can) ?? true;

/** Which entry of the menu a page belongs to. */
export const entryOf = (path: string): Entry | undefined =>
	ENTRIES.find((entry) => entry.path === path || entry.also === path);
