import type { KeyInfo } from "holdfast";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/text.tsx";
import { Ago, Moment } from "../../parts/time.tsx";
import { Fact } from "./fact.tsx";

const TONES: Readonly<Record<KeyInfo["scope"], Tone | undefined>> = {
	read: undefined,
	agent: "accent",
	admin: "human",
};

export function KeyRow({ info, onRevoke }: { info: KeyInfo; onRevoke(): void }) {
	const { id, name, scope, createdAt, expiresAt } = info;
	const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
	return (
		<li className="settings-row">
			<div className="settings-head">
				<b dir="auto">{name ?? "unnamed"}</b>
				<Badge tone={TONES[scope]}>{scope}</Badge>
				{isOver && <Badge tone="bad">expired</Badge>}
			</div>
			<div className="settings-facts">
				<Fact name="Id">
					<Id>{id}</Id>
				</Fact>
				<Fact name="Created">
					<Ago at={createdAt} />
				</Fact>
				<Fact name={isOver ? "Expired" : "Expires"}>
					{expiresAt === undefined ? "never" : <Moment at={expiresAt} />}
				</Fact>
			</div>
			<div className="settings-acts">
				<Button aria-label={`Revoke ${name ?? id}`} onClick={onRevoke}>
					Revoke
				</Button>
			</div>
		</li>
	);
}
