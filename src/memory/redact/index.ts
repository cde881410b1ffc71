export { looksSecret, type Redacted, redactSecrets } from "./redact-secrets.ts";
