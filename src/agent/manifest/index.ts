export { readManifest } from "./load-manifest.ts";
export { type ManifestIssue, manifestError } from "./manifest-error.ts";
export { readAgentsFolder } from "./read-agents-folder.ts";
