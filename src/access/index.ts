export { KEY_SCOPES, type KeyInfo, type KeyScope, type Keys, type NewKey, type Tokens } from "./access.ts";
export { CredentialCache } from "./credential-cache.ts";
export { digestOf, looksLikeKey } from "./key-text.ts";
export { createKeys } from "./keys.ts";
export { createTokens } from "./tokens.ts";
export { revocations, type VerifiedKey, verifyKey } from "./verify-key.ts";
export { type Issuer, looksLikeToken, OWN_ISSUER, type VerifiedToken, verifyToken } from "./verify-token.ts";
