import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { useSearch } from "wouter/use-browser-location";
import { useConnection } from "../connect/connection.tsx";
import { useReached } from "../connect/link-state.ts";
import { TenantSwitch } from "../connect/tenant-switch.tsx";
import { Button } from "../parts/button.tsx";
import { PAGES } from "../paths.ts";
import { ENTRIES, entryOf, isFor } from "./entries.ts";
import { Failure } from "./failure.tsx";
import { Icon } from "./icons.tsx";
import { NotForYou } from "./not-for-you.tsx";
import { type Theme, useTheme } from "./theme.ts";

const THEMES: Readonly<Record<Theme, string>> = {
	system: "System theme",
	light: "Light theme",
	dark: "Dark theme",
};

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
	const search = useSearch();
	const [theme, setTheme] = useTheme();
	const [menuOpen, setMenuOpen] = useState(false);
	const reached = useReached();
	const main = useRef<HTMLElement>(null);
	const shownPath = useRef(path);

	// A new page starts at its top, also for screen readers.
	useEffect(() => {
		if (shownPath.current === path) return;
		shownPath.current = path;
		setMenuOpen(false);
		main.current?.scrollTo(0, 0);
		main.current?.focus({ preventScroll: true });
	}, [path]);

	const entries = ENTRIES.filter((entry) => isFor(entry, can));
	const shown = entryOf(path);
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
						<Link
							key={to}
							href={to}
							// Also when the page is already open.
							onClick={() => setMenuOpen(false)}
							{...((path === to || path === also) && { "aria-current": "page" })}
						>
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
						The server does not respond. Retrying…
					</div>
				)}
				<Failure place={path + search}>
					{shown && !isFor(shown, can) ? <NotForYou name={shown.name} /> : children}
				</Failure>
			</main>
		</div>
	);
}
