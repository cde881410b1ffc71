import { Page } from "../../parts/page.tsx";

export default function SettingsPage() {
	return <Page title="Settings">{null}</Page>;
}
