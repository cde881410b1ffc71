import { lazy, Suspense } from "react";
import { Route, Router, Switch } from "wouter";
import { ConnectionProvider } from "./connect/connection.tsx";
import { basePath } from "./connect/server-url.ts";
import { HomePage } from "./pages/home/home-page.tsx";
import { Empty } from "./parts/note.tsx";
import { Page } from "./parts/page.tsx";
import { Toasts } from "./parts/toasts.tsx";
import { PAGES } from "./paths.ts";
import { Shell } from "./shell/shell.tsx";

// Each page is loaded on its first visit.
const AgentsPage = lazy(() => import("./pages/agents/agents-page.tsx"));
const AgentPage = lazy(() => import("./pages/agents/agent-page.tsx"));
const SessionsPage = lazy(() => import("./pages/sessions/sessions-page.tsx"));
const SessionPage = lazy(() => import("./pages/session/session-page.tsx"));
const RunsPage = lazy(() => import("./pages/runs/runs-page.tsx"));
const RunPage = lazy(() => import("./pages/runs/run-page.tsx"));
const UsersPage = lazy(() => import("./pages/users/users-page.tsx"));
const UserPage = lazy(() => import("./pages/users/user-page.tsx"));
const FactsPage = lazy(() => import("./pages/facts/facts-page.tsx"));
const FactPage = lazy(() => import("./pages/facts/fact-page.tsx"));
const PlaygroundPage = lazy(() => import("./pages/playground/playground-page.tsx"));
const SettingsPage = lazy(() => import("./pages/settings/settings-page.tsx"));

function NoPage() {
	return (
		<Page title="Page not found">
			<Empty>Choose a page from the menu.</Empty>
		</Page>
	);
}

export function App() {
	return (
		<Router base={basePath()}>
			<ConnectionProvider>
				<Toasts>
					<Shell>
						<Suspense fallback={<p className="starting">Loading…</p>}>
							<Switch>
								<Route path={PAGES.home} component={HomePage} />
								<Route path={PAGES.agents} component={AgentsPage} />
								<Route path={PAGES.agent} component={AgentPage} />
								<Route path={PAGES.sessions} component={SessionsPage} />
								<Route path={PAGES.session} component={SessionPage} />
								<Route path={PAGES.runs} component={RunsPage} />
								<Route path={PAGES.run} component={RunPage} />
								<Route path={PAGES.users} component={UsersPage} />
								<Route path={PAGES.user} component={UserPage} />
								<Route path={PAGES.facts} component={FactsPage} />
								<Route path={PAGES.fact} component={FactPage} />
								<Route path={PAGES.playground} component={PlaygroundPage} />
								<Route path={PAGES.settings} component={SettingsPage} />
								<Route component={NoPage} />
							</Switch>
						</Suspense>
					</Shell>
				</Toasts>
			</ConnectionProvider>
		</Router>
	);
}
