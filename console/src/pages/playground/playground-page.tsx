import { Page } from "../../parts/page.tsx";

export default function PlaygroundPage() {
	return <Page title="Playground">{null}</Page>;
}
