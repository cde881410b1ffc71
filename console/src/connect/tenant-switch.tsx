import { useState } from "react";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/field.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { useConnection } from "./connection.tsx";

/** The current tenant, and a dialog to switch to another one. For the server's own key. */
export function TenantSwitch() {
	const { about, chooseTenant } = useConnection();
	const [isOpen, setOpen] = useState(false);
	const [name, setName] = useState("");
	const tenant = about.tenant ?? "";
	return (
		<span className="tenant">
			<span>
				Tenant <bdi>{tenant}</bdi>
			</span>
			<Button look="plain" aria-label="Switch tenant" onClick={() => setOpen(true)}>
				Switch
			</Button>
			{isOpen && (
				<FormDialog
					title="Switch tenant"
					deed="Switch"
					disabled={name.trim() === tenant}
					act={() => chooseTenant(name.trim() === "" ? undefined : name.trim())}
					onClose={() => setOpen(false)}
				>
					<p className="small">
						The server's own key can access every tenant. The console shows only data of the chosen tenant
						until you switch again or log out.
					</p>
					<Field label="Tenant" hint="Leave empty for the default tenant of the server.">
						{(field) => (
							<input
								{...field}
								className="input mono"
								autoComplete="off"
								spellCheck={false}
								value={name}
								onChange={(event) => setName(event.target.value)}
							/>
						)}
					</Field>
				</FormDialog>
			)}
		</span>
	);
}
