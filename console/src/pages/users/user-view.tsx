import type { User } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { Badge } from "../../parts/badge.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";
import { Id } from "../../parts/text.tsx";
import { Ago } from "../../parts/time.tsx";
import { KeyValues } from "./key-values.tsx";
import { useKeepUser, useUser } from "./use-user.ts";
import { UserActions } from "./user-actions.tsx";
import { UserFacts } from "./user-facts.tsx";
import { UserSessions } from "./user-sessions.tsx";
import { UserTimeline } from "./user-timeline.tsx";

/** The page of a user. It works without a record, too: the first change creates it. */
export function UserView({ id }: { id: string }) {
	const hf = useHf();
	const found = useUser(id);
	const keep = useKeepUser();
	const user = found.data ?? undefined;
	const change = async (work: Promise<User>): Promise<void> => keep(await work);
	return (
		<Page
			title={user?.displayName ?? id}
			about={<Head id={id} user={found.data} />}
			actions={<UserActions id={id} user={user} />}
		>
			{found.error && <ErrorNote error={found.error} />}
			<UserTimeline id={id} />
			{found.data !== undefined && (
				<div className="columns">
					<KeyValues
						title="Variables"
						about="Every prompt shows these."
						one="variable"
						values={user?.variables ?? {}}
						onSet={(key, value) => change(hf.users.setVariables(id, { [key]: value }))}
						onRemove={(key) => change(hf.users.unsetVariables(id, [key]))}
					/>
					<KeyValues
						title="Metadata"
						about="For your application. No prompt shows these."
						one="entry"
						values={user?.metadata ?? {}}
						onSet={(key, value) => change(hf.users.updateMetadata(id, { set: { [key]: value } }))}
						onRemove={(key) => change(hf.users.updateMetadata(id, { unset: [key] }))}
					/>
				</div>
			)}
			<div className="columns">
				<UserSessions id={id} />
				<UserFacts id={id} />
			</div>
		</Page>
	);
}

function Head({ id, user }: { id: string; user: User | null | undefined }) {
	return (
		<div className="row soft small">
			<Id>{id}</Id>
			{user === null && <Badge tone="warn">no record yet</Badge>}
			{user && (
				<span>
					updated <Ago at={user.updatedAt} />
				</span>
			)}
		</div>
	);
}
