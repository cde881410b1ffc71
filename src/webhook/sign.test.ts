import { expect, test } from "vitest";
import { newSecret, signMessage } from "./sign.ts";

test("IF3: the signature is that of the example in the description of Standard Webhooks", () => {
	const message = {
		id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
		timestamp: 1_614_265_330,
		body: '{"test": 2432232314}',
	};
	const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
	expect(signMessage([secret], message)).toBe(signature);
	expect(signMessage([newSecret(), secret], message)).toMatch(/^v1,[^ ]+ v1,g0hM9SsE/);
	expect(signMessage([secret], { ...message, body: "{}" })).not.toBe(signature);
});

test("IF3: a secret is 32 random bytes", () => {
	const secrets = Array.from({ length: 100 }, newSecret);
	expect(new Set(secrets).size).toBe(100);
	for (const secret of secrets) expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
});
