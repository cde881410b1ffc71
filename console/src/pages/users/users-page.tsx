import { useState } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { AllUsers } from "./all-users.tsx";
import { FoundUsers } from "./found-users.tsx";
import { NewUser } from "./new-user.tsx";
import { UserFilters } from "./user-filters.tsx";
import "./users.css";

export default function UsersPage() {
	const can = useRights();
	const [id, setId] = useQueryValue("user");
	const [entry, setEntry] = useQueryValue("metadata");
	const [adds, setAdds] = useState(false);
	return (
		<Page
			title="Users"
			fills
			about={
				<p className="soft small">Users with a record. To find a user who only has sessions, search by id.</p>
			}
			actions={can.write && <Button onClick={() => setAdds(true)}>New user</Button>}
		>
			<UserFilters
				key={`${id ?? ""}\n${entry ?? ""}`}
				id={id}
				entry={entry}
				onFind={(next) => {
					setId(next.id);
					setEntry(next.entry);
				}}
			/>
			{id === undefined && entry === undefined ? <AllUsers /> : <FoundUsers id={id} entry={entry} />}
			{adds && <NewUser onClose={() => setAdds(false)} />}
		</Page>
	);
}
