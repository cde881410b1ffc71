import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { useConnection } from "../connect/connection.tsx";
import { useReached } from "../connect/link-state.ts";
import { TenantSwitch } from "../connect/tenant-switch.tsx";
import { Button } from "../parts/button.tsx";
import { PAGES } from "../paths.ts";
import { Failure } from "./failure.tsx";
import { Icon, type IconName } from "./icons.tsx";
import { type Theme, useTheme } from "./theme.ts";

interface Entry {
	name: string;
	path: string;
	icon: IconName;
	/** Other pages that belong to it. */
	also?: string;
	/** Not for tokens of users. */
	forKeys?: true;
}

const ENTRIES: readonly Entry[] = [
	{ name: "Home", path: PAGES.home, icon: "home" },
	{ name: "Agents", path: PAGES.agents, icon: "agents", also: PAGES.agent, forKeys: true },
	{ name: "Sessions", path: PAGES.sessions, icon: "sessions", also: PAGES.session },
	{ name: "Runs", path: PAGES.runs, icon: "runs", also: PAGES.run, forKeys: true },
	{ name: "Users", path: PAGES.users, icon: "users", also: PAGES.user, forKeys: true },
	{ name: "Facts", path: PAGES.facts, icon: "facts", also: PAGES.fact },
	{ name: "Playground", path: PAGES.playground, icon: "playground" },
	{ name: "Settings", path: PAGES.settings, icon: "settings", forKeys: true },
];

const THEMES: Readonly<Record<Theme, string>> = { system: "As the system", light: "Light", dark: "Dark" };

const SCOPES = {
	root: "server key",
	admin: "admin key",
	agent: "agent key",
	read: "read-only key",
	user: "user",
};

export function Shell({ children }: { children: ReactNode }) {
	const { about, can, logOut } = useConnection();
	const [path] = useLocation();
	const [theme, setTheme] = useTheme();
	const [menuOpen, setMenuOpen] = useState(false);
	const reached = useReached();
	const main = useRef<HTMLElement>(null);
	const shownPath = useRef(path);

	// A new page begins at its top, and with it whoever reads it aloud.
	useEffect(() => {
		if (shownPath.current === path) return;
		shownPath.current = path;
		setMenuOpen(false);
		main.current?.scrollTo(0, 0);
		main.current?.focus({ preventScroll: true });
	}, [path]);

	// The playground runs agents: a key that only reads cannot.
	const entries = ENTRIES.filter(
		({ forKeys, path: to }) =>
			!(forKeys && can.isUser) && (to !== PAGES.playground || can.write || can.isUser),
	);
	return (
		<div className={menuOpen ? "shell menu-open" : "shell"}>
			<a className="skip" href="#main">
				Skip to content
			</a>
			<header className="top">
				<Link href={PAGES.home} className="brand">
					<img src="./mark.svg" alt="" />
					Holdfast
				</Link>
				<Button
					look="plain"
					aria-expanded={menuOpen}
					aria-controls="side"
					onClick={() => setMenuOpen(!menuOpen)}
				>
					<Icon name={menuOpen ? "close" : "menu"} />
					Menu
				</Button>
			</header>
			<aside className="side" id="side" aria-label="Console">
				<Link href={PAGES.home} className="brand">
					<img src="./mark.svg" alt="" />
					Holdfast
				</Link>
				<nav aria-label="Pages">
					{entries.map(({ name, path: to, icon, also }) => (
						<Link key={to} href={to} {...((path === to || path === also) && { "aria-current": "page" })}>
							<Icon name={icon} />
							{name}
						</Link>
					))}
				</nav>
				<footer>
					<label className="row">
						<span className="hidden-text">Theme</span>
						<select
							className="input"
							value={theme}
							onChange={(event) => setTheme(event.target.value as Theme)}
						>
							{Object.entries(THEMES).map(([value, name]) => (
								<option key={value} value={value}>
									{name}
								</option>
							))}
						</select>
					</label>
					<span>
						{about.open ? "open server, no key" : SCOPES[about.scope]}
						{about.userId !== undefined && (
							<>
								{" "}
								<bdi>{about.userId}</bdi>
							</>
						)}
						{!can.root && about.tenant !== undefined && about.tenant !== "default" && (
							<>
								{" · "}
								<bdi>{about.tenant}</bdi>
							</>
						)}
					</span>
					{can.root && <TenantSwitch />}
					<span className="row">
						<a href="./v1/docs">API</a>
						<span>{about.version}</span>
						{!about.open && (
							<Button look="plain" onClick={logOut}>
								Log out
							</Button>
						)}
					</span>
				</footer>
			</aside>
			<main className="main" id="main" ref={main} tabIndex={-1}>
				{!reached && (
					<div className="banner" role="status">
						The server does not answer. Trying again…
					</div>
				)}
				<Failure place={path}>{children}</Failure>
			</main>
		</div>
	);
}
