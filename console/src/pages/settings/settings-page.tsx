import type { ComponentType } from "react";
import { type Rights, useRights } from "../../connect/connection.tsx";
import { Page } from "../../parts/page.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { JobsTab } from "./jobs-tab.tsx";
import { KeysTab } from "./keys-tab.tsx";
import { RetentionTab } from "./retention-tab.tsx";
import { ServerTab } from "./server-tab.tsx";
import { WebhooksTab } from "./webhooks-tab.tsx";
import "./settings.css";

interface Entry {
	id: string;
	name(can: Rights): string;
	isFor(can: Rights): boolean;
	Panel: ComponentType;
}

const ENTRIES: readonly Entry[] = [
	{
		id: "keys",
		name: ({ admin }) => (admin ? "Keys" : "Tokens"),
		isFor: ({ write }) => write,
		Panel: KeysTab,
	},
	{ id: "webhooks", name: () => "Webhooks", isFor: ({ write }) => write, Panel: WebhooksTab },
	{ id: "jobs", name: () => "Jobs", isFor: ({ admin }) => admin, Panel: JobsTab },
	{ id: "retention", name: () => "Retention", isFor: () => true, Panel: RetentionTab },
	{ id: "server", name: () => "Server", isFor: () => true, Panel: ServerTab },
];

export default function SettingsPage() {
	const can = useRights();
	const [asked, choose] = useQueryValue("tab", { pushes: true });
	const entries = ENTRIES.filter(({ isFor }) => isFor(can));
	const chosen = entries.find(({ id }) => id === asked) ?? entries[0];
	if (!chosen) return null;
	const { id, Panel } = chosen;
	return (
		<Page title="Settings">
			<Tabs
				label="Settings"
				tabs={entries.map((entry) => ({ id: entry.id, name: entry.name(can) }))}
				chosen={id}
				onChoose={choose}
			>
				<Panel />
			</Tabs>
		</Page>
	);
}
