import { useConnection } from "../../connect/connection.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";

const SCOPES = {
	root: "the server's own key: everything, in every tenant",
	admin: "admin: everything of this tenant",
	agent: "agent: runs agents, and writes what they need",
	read: "read-only: sees, and changes nothing",
	user: "one user",
};

/** Who asks, whom, and how search works there. */
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
				<dt>You are</dt>
				<dd>{open ? "anybody on this machine: the server has no key" : SCOPES[scope]}</dd>
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
								"none: search is by words alone"
							)}
						</dd>
						<dt>Index</dt>
						<dd>
							{memory.index === "process" ? "none: every fact is compared, in the process" : memory.index}
						</dd>
						<dt>Recall</dt>
						<dd className="row">
							{memory.strategies.map(({ name, available, note }) => (
								<Badge key={name} tone={available ? "good" : undefined}>
									{name}
									{available ? "" : ": not here"}
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
