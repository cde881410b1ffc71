import { useConnection } from "../../connect/connection.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";

const SCOPES = {
	root: "the server's own key: full access to every tenant",
	admin: "admin key: full access to this tenant",
	agent: "agent key: runs agents, writes sessions and facts",
	read: "read-only key: reads everything, changes nothing",
	user: "a user's token",
};

/** The server, the credential and the search settings. */
export function ServerCard() {
	const { about } = useConnection();
	const { version, tenant, scope, open, memory } = about;
	const embedder = memory?.embedder;
	return (
		<Card title="Server">
			<dl className="pairs">
				<dt>Version</dt>
				<dd>{version}</dd>
				<dt>Tenant</dt>
				<dd>
					<bdi className="mono">{tenant}</bdi>
				</dd>
				<dt>Logged in with</dt>
				<dd>{open ? "no key: anybody on this machine has access" : SCOPES[scope]}</dd>
				{memory && (
					<>
						<dt>Embedder</dt>
						<dd>
							{embedder ? (
								<>
									<bdi className="mono">{embedder.name}</bdi>
									{embedder.dimensions !== undefined &&
										`, ${embedder.dimensions.toLocaleString()} dimensions`}
								</>
							) : (
								"none: keyword search only"
							)}
						</dd>
						<dt>Index</dt>
						<dd>{memory.index === "process" ? "none: full scan in the process" : memory.index}</dd>
						<dt>Recall strategies</dt>
						<dd className="row">
							{memory.strategies.map(({ name, available, note }) => (
								<Badge key={name} tone={available ? "good" : undefined}>
									{name}
									{available ? "" : ": not available"}
									{note !== undefined && <span className="hidden-text">{note}</span>}
								</Badge>
							))}
						</dd>
					</>
				)}
			</dl>
		</Card>
	);
}
