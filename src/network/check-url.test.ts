import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HoldfastError } from "../error/index.ts";
import { checkUrl } from "./check-url.ts";
import { type NetworkPolicy, parseNetworkPolicy } from "./policy.ts";

const strict: NetworkPolicy = { loopback: false, allow: [] };
const local: NetworkPolicy = { loopback: true, allow: [] };
const allowing = (...allow: string[]): NetworkPolicy => parseNetworkPolicy({ allow }, { loopback: false });

const outcome = (url: string, policy: NetworkPolicy): string => {
	try {
		checkUrl(url, policy);
		return "fine";
	} catch (error) {
		return HoldfastError.isInstance(error) ? error.code : String(error);
	}
};

const LOOPBACK = [
	"http://127.0.0.1/",
	"http://127.1:8080/",
	"http://127.255.255.254/",
	"http://2130706433/",
	"http://0x7f.1/",
	"http://0x7f000001/",
	"http://0177.0.0.1/",
	"http://017700000001/",
	"http://127.0.0.1./",
	"http://１２７.０.０.１/",
	"http://①②⑦.0.0.1/",
	"http://127。0。0。1/",
	"http://%31%32%37.0.0.1/",
	"http://[::1]/",
	"http://[0:0:0:0:0:0:0:1]/",
	"http://[::ffff:127.0.0.1]/",
	"http://[::ffff:7f00:1]/",
	"http://localhost/",
	"http://LOCALHOST/",
	"http://localhost./",
	"http://localhost../",
	"http://a.b.localhost:99/",
	"http://ｌocalhost/",
];

const PRIVATE = [
	"http://0.0.0.0/",
	"http://0/",
	"http://0.1.2.3/",
	"http://10.0.0.1/",
	"http://10.1/",
	"http://012.0.0.1/",
	"http://100.64.0.1/",
	"http://100.127.255.255/",
	"http://169.254.169.254/latest/meta-data/",
	"http://0xA9FEA9FE/",
	"http://2852039166/",
	"http://172.16.0.1/",
	"http://172.31.255.255/",
	"http://192.0.0.8/",
	"http://192.0.2.1/",
	"http://192.88.99.1/",
	"http://192.168.0.1/",
	"http://198.18.0.1/",
	"http://198.19.255.255/",
	"http://198.51.100.1/",
	"http://203.0.113.1/",
	"http://224.0.0.1/",
	"http://239.255.255.250/",
	"http://240.0.0.1/",
	"http://255.255.255.255/",
	"http://[::]/",
	"http://[::ffff:10.0.0.1]/",
	"http://[::ffff:a00:1]/",
	"http://[::ffff:0:127.0.0.1]/",
	"http://[::10.0.0.1]/",
	"http://[::127.0.0.1]/",
	"http://[64:ff9b::127.0.0.1]/",
	"http://[64:ff9b::10.0.0.1]/",
	"http://[64:ff9b::a9fe:a9fe]/",
	"http://[64:ff9b:1::8.8.8.8]/",
	"http://[100::1]/",
	"http://[2001::1]/",
	"http://[2001:0:7f00:1::]/",
	"http://[2001:2::1]/",
	"http://[2001:db8::1]/",
	"http://[2002:7f00:1::]/",
	"http://[2002:a00:1::1]/",
	"http://[3fff::1]/",
	"http://[5f00::1]/",
	"http://[fc00::1]/",
	"http://[fd12:3456::1]/",
	"http://[fe80::1]/",
	"http://[fec0::1]/",
	"http://[ff02::1]/",
];

const PUBLIC = [
	"https://example.com/",
	"http://example.com:8080/x?y=1",
	"https://8.8.8.8/",
	"https://100.63.255.255/",
	"https://100.128.0.1/",
	"https://172.15.0.1/",
	"https://172.32.0.1/",
	"https://198.17.255.255/",
	"https://198.20.0.1/",
	"https://223.255.255.255/",
	"https://[2606:4700::1111]/",
	"https://[2001:4860:4860::8888]/",
	"https://[64:ff9b::8.8.8.8]/",
	"https://[::ffff:8.8.8.8]/",
	"https://localhost.example/",
	"https://bücher.example/",
];

describe("IF3 which addresses may be reached", () => {
	test.each(LOOPBACK)("%s is this machine: only where that is allowed", (url) => {
		expect([outcome(url, strict), outcome(url, local)]).toEqual(["forbidden", "fine"]);
	});

	test.each(PRIVATE)("%s is private or special: refused, also where this machine is allowed", (url) => {
		expect([outcome(url, strict), outcome(url, local)]).toEqual(["forbidden", "forbidden"]);
	});

	test.each(PUBLIC)("%s is public", (url) => {
		expect(outcome(url, strict)).toBe("fine");
	});

	test.each([
		"ftp://example.com/",
		"file:///etc/passwd",
		"javascript:alert(1)",
		"gopher://127.0.0.1/",
		"ws://example.com/",
		"https://user@example.com/",
		"https://user:pw@example.com/",
		"https://:pw@example.com/",
		"http://[fe80::1%25eth0]/",
		"http://1.2.3.256/",
		"/path",
		"",
	])("%j is no address for a request", (url) => {
		expect(outcome(url, local)).toBe("invalid");
	});

	test("however an IPv4 address is written, it is the same address", () => {
		const hex = (n: number): string => n.toString(16);
		fc.assert(
			fc.property(fc.ipV4(), (address) => {
				const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
				const number = ((a * 256 + b) * 256 + c) * 256 + d;
				const spellings = [
					`${number}`,
					`0x${hex(number)}`,
					`0${number.toString(8)}`,
					`${a}.${(b * 256 + c) * 256 + d}`,
					`0x${hex(a)}.${b}.0${c.toString(8)}.${d}`,
					`[::ffff:${address}]`,
					`[::ffff:${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
					`${address}.`,
				];
				const plain = outcome(`http://${address}/`, strict);
				for (const spelling of spellings) expect(outcome(`http://${spelling}/`, strict)).toBe(plain);
			}),
		);
	});

	test("the refusal says what to add to allow it, and that is enough", () => {
		for (const url of ["http://10.1.2.3:8080/x", "https://[fd00::1]/", "http://localhost:3000/"]) {
			let host = "";
			try {
				checkUrl(url, strict);
			} catch (error) {
				host = /add "(.+)" to network\.allow/.exec((error as Error).message)?.[1] ?? "";
			}
			expect(host).not.toBe("");
			expect(outcome(url, allowing(host))).toBe("fine");
		}
	});
});

describe("IF3 the allow-list", () => {
	test.each([
		["10.1.2.3", "http://10.1.2.3:99/", "http://10.1.2.4/"],
		["10.1.2.3", "http://[::ffff:10.1.2.3]/", "http://[64:ff9b::10.1.2.3]/"],
		["10.1.2.3:8080", "http://0xa010203:8080/", "http://10.1.2.3/"],
		["10.1.2.3:80", "http://10.1.2.3/", "https://10.1.2.3/"],
		["10.1.2.3:443", "https://10.1.2.3/", "http://10.1.2.3/"],
		["10.0.0.0/8", "http://10.255.0.1/", "http://11.0.0.1@10.0.0.1/"],
		["192.168.1.0/24", "http://192.168.1.255/", "http://192.168.2.1/"],
		["fd00::1", "http://[fd00:0::1]/", "http://[fd00::2]/"],
		["[fd00::1]:81", "http://[fd00::1]:81/", "http://[fd00::1]/"],
		["fd00::/8", "http://[fdff::1]/", "http://[fc00::1]/"],
		["::ffff:10.0.0.1", "http://10.0.0.1/", "http://10.0.0.2/"],
		["localhost", "http://localhost:1/", "http://a.localhost/"],
		["*.localhost", "http://a.localhost/", "http://localhost/"],
		["localhost:3000", "http://LOCALHOST.:3000/", "http://localhost:3001/"],
		["127.0.0.0/8", "http://127.0.0.9/", "http://[::1]/"],
	])("%s opens %s and not %s", (entry, opened, closed) => {
		expect(outcome(opened, allowing(entry))).toBe("fine");
		expect(outcome(closed, allowing(entry))).not.toBe("fine");
	});

	test.each([
		"",
		"*",
		"*.",
		"http://a.example",
		"a.example/x",
		"a b",
		"a@b",
		"a.example:0",
		"a.example:70000",
		"10.0.0.0/33",
		"fd00::/129",
		"10.0.0/8",
		"10.0.0.0/8:80",
		"127.1",
		"a.*.example",
		"fe80::1%eth0",
		"[fd00::1",
	])("the entry %j is refused and named", (entry) => {
		const parse = () => parseNetworkPolicy({ allow: ["ok.example", entry] }, { loopback: true });
		expect(parse).toThrow(`network.allow[1]: ${JSON.stringify(entry)} is not a host`);
		expect(parse).toThrow(expect.objectContaining({ code: "invalid" }));
	});

	test("what is no policy is refused; nothing said opens nothing", () => {
		for (const value of [null, [], "x", { allow: "x" }, { allow: [1] }, { deny: [] }]) {
			expect(() => parseNetworkPolicy(value, { loopback: true })).toThrow("network");
		}
		expect(parseNetworkPolicy(undefined, { loopback: true })).toEqual({ loopback: true, allow: [] });
	});
});
