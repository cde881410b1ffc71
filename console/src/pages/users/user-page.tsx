import { Empty } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { UserView } from "./user-view.tsx";
import "./user.css";

export default function UserPage() {
	const [id] = useQueryValue("id");
	if (id === undefined)
		return (
			<Page title="User">
				<Empty>The address has no user id. Open a user from the list of users.</Empty>
			</Page>
		);
	// Unsaved input belongs to one user.
	return <UserView key={id} id={id} />;
}
