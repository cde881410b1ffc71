import type { User } from "holdfast";
import { useState } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { DeleteUser } from "./delete-user.tsx";
import { MakeToken } from "./make-token.tsx";
import { MoveUser } from "./move-user.tsx";
import { RenameUser } from "./rename-user.tsx";

/** The actions of a user. */
export function UserActions({ id, user }: { id: string; user: User | undefined }) {
	const can = useRights();
	const [doing, setDoing] = useState<"rename" | "token" | "move" | "delete">();
	if (!can.write) return null;
	const stop = (): void => setDoing(undefined);
	return (
		<>
			<Button onClick={() => setDoing("rename")}>Edit name</Button>
			<Button onClick={() => setDoing("token")}>Create token</Button>
			<Button onClick={() => setDoing("move")}>Move to another id</Button>
			<Button look="danger" onClick={() => setDoing("delete")}>
				Delete user
			</Button>
			{doing === "rename" && <RenameUser id={id} user={user} onClose={stop} />}
			{doing === "token" && <MakeToken id={id} onClose={stop} />}
			{doing === "move" && <MoveUser id={id} onClose={stop} />}
			{doing === "delete" && <DeleteUser id={id} onClose={stop} />}
		</>
	);
}
