import type { Fact } from "holdfast";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useRights } from "../../connect/connection.tsx";
import { Card } from "../../parts/card.tsx";
import { Id } from "../../parts/text.tsx";
import { Ago, Moment } from "../../parts/time.tsx";
import { agentPath } from "../../paths.ts";
import { Owner } from "./owner.tsx";
import { Share } from "./share.tsx";

const SCOPES: Readonly<Record<Fact["scope"], string>> = {
	user: "user",
	agent: "the agent (all users)",
	session: "session",
};

const STATUSES: Readonly<Record<Fact["status"], string>> = {
	active: "active: recalled when relevant",
	superseded: "superseded: replaced by a newer fact, not recalled",
	quarantined: "quarantined: not recalled until a person approves it",
};

function Pair({ name, children }: { name: string; children: ReactNode }) {
	return (
		<>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</>
	);
}

/** The details of a fact, besides its content. */
export function FactSummary({ fact }: { fact: Fact }) {
	const can = useRights();
	const { validFrom, validTo, redacted } = fact;
	return (
		<Card title="Details">
			<dl className="pairs">
				<Pair name="Owner">
					{fact.scope === "agent" && fact.space === undefined ? (
						SCOPES.agent
					) : (
						<>
							<Owner fact={fact} /> <span className="soft">({SCOPES[fact.scope]})</span>
						</>
					)}
				</Pair>
				<Pair name="Agent">
					{can.isUser ? (
						<bdi>{fact.agentId}</bdi>
					) : (
						<Link href={agentPath(fact.agentId)}>
							<bdi>{fact.agentId}</bdi>
						</Link>
					)}
				</Pair>
				<Pair name="Status">{STATUSES[fact.status]}</Pair>
				<Pair name="Pinned">{fact.pinned ? "yes: part of every prompt" : "no"}</Pair>
				<Pair name="Importance">
					<Share name="importance" value={fact.importance} />
				</Pair>
				<Pair name="Confidence">
					<Share name="confidence" value={fact.confidence} />
				</Pair>
				<Pair name="Kind">
					<bdi>{fact.kind}</bdi>
				</Pair>
				{(validFrom !== undefined || validTo !== undefined) && (
					<Pair name="Valid">
						{validFrom !== undefined && (
							<>
								from <Moment at={validFrom} />{" "}
							</>
						)}
						{validTo !== undefined && (
							<>
								until <Moment at={validTo} />
							</>
						)}
					</Pair>
				)}
				{redacted !== undefined && redacted.length > 0 && <Pair name="Redacted">{redacted.join(", ")}</Pair>}
				<Pair name="Created">
					<Moment at={fact.createdAt} />
				</Pair>
				<Pair name="Updated">
					<Ago at={fact.updatedAt} />
				</Pair>
				<Pair name="Id">
					<Id>{fact.id}</Id>
				</Pair>
			</dl>
		</Card>
	);
}
