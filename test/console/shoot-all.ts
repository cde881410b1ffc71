import type { Page } from "playwright-core";
import { expect } from "vitest";
import { findBarriers, shoot } from "./browser.ts";

const WIDTHS = { desk: 1_280, phone: 390 } as const;
const LOW = { desk: 820, phone: 844 } as const;

/**
 * Pictures of a page in both themes and sizes, in one window. Each must be without barriers, and a phone must not have to
 * scroll sideways. `tall`: how high a window shows all of a long page.
 */
export async function shootAll(
	page: Page,
	name: string,
	{ tall }: { tall?: { desk: number; phone: number } } = {},
): Promise<void> {
	for (const size of ["desk", "phone"] as const) {
		await page.setViewportSize({ width: WIDTHS[size], height: (tall ?? LOW)[size] });
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
			await shoot(page, `${name}-${colorScheme}-${size}`);
			// Each theme and each size once: what is wrong with a page depends on one of them.
			if ((colorScheme === "light") === (size === "desk"))
				expect(await findBarriers(page), `${name} ${colorScheme} ${size}`).toEqual([]);
		}
		const overhang =
			"document.getElementById('main').scrollWidth - document.getElementById('main').clientWidth";
		expect(await page.evaluate(overhang), `${name} ${size} scrolls sideways`).toBe(0);
	}
	await page.setViewportSize({ width: WIDTHS.desk, height: LOW.desk });
	await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}
