import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { sampled } from '../test/sizes.ts'

type Theme = 'light' | 'dark'
export const bothThemes: readonly Theme[] = ['light', 'dark']

/**
 * Expects that axe finds nothing serious on the page as it is, by default in the light theme, in the chaos run in both. Of the themes after the
 * first only the contrast is looked at: the page holds the same elements in each.
 */
export async function expectNothingSerious(page: Page, themes = sampled(bothThemes, bothThemes.length)): Promise<void> {
  for (const [at, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Each look would load axe's source twice, half a megabyte; a page that has it keeps it.
    const source = (await page.evaluate(() => 'axe' in globalThis)) ? { axeSource: 'void 0' } : {}
    // Legacy: without a second, blank page for each look. That one is for frames of other origins, of which there are none.
    const builder = new AxeBuilder({ page, ...source }).setLegacyMode().options({ resultTypes: ['violations'], preload: false })
    const { violations } = await (at === 0 ? builder : builder.withRules(['color-contrast', 'link-in-text-block'])).analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' · ')}`)).toEqual([])
  }
}
