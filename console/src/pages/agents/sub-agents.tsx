import { Fragment } from "react";
import { Link } from "wouter";
import { agentPath } from "../../paths.ts";

/** The agents that an agent can call. */
export function SubAgents({ ids }: { ids: readonly string[] }) {
	return ids.map((id, index) => (
		<Fragment key={id}>
			{index > 0 && ", "}
			<Link href={agentPath(id)}>
				<bdi>{id}</bdi>
			</Link>
		</Fragment>
	));
}
