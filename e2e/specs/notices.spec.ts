import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../app.ts'

test.use({ chat: '[coder-to-reviewer]: first\n[reviewer-to-coder]: second\n', view: 'feed' })

/** Of the controls that `selector` finds in the window, those where the pointer would hit something else. */
function covered(page: Page, selector: string): Promise<{ readonly none: boolean; readonly covered: string[] }> {
  return page.evaluate((wanted) => {
    const all = [...document.querySelectorAll<HTMLElement>(wanted)].filter((control) => control.checkVisibility())
    const under = all.filter((control) => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit?.closest('.toasts') !== null && hit !== null
    })
    return { none: all.length === 0, covered: under.map(({ textContent, tagName }) => `${tagName} ${textContent}`) }
  }, selector)
}

test('a notification covers no control that stays in its place, and none moves under the pointer', async ({ app, workspace }) => {
  const { page } = app
  const notices = page.getByRole('region', { name: 'Notifications' })
  const ask = (who: string): Promise<void> =>
    appendFile(path.join(workspace, '.workplace', 'chat.md'), `[${who}-to-operator]: May I drop the old format?\n`)

  await test.step('in the case', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Shift+K')
    await expect(page.getByRole('button', { name: /Export/ })).toBeEnabled()
    await ask('coder')
    await expect(notices).toBeVisible()
    const choices = '.case-formats label, .case-foot button'
    await expect.poll(() => covered(page, choices)).toEqual({ none: false, covered: [] })
  })

  await test.step('over the composer', async () => {
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1024, height: 768 })
    await ask('reviewer')
    await expect(notices).toBeVisible()
    await expect.poll(() => covered(page, '.composer :is(button, textarea, input, select)')).toEqual({ none: false, covered: [] })
  })

  await test.step('under the pointer', async () => {
    const shown = page.getByRole('group', { name: /^reviewer/ })
    await shown.hover()
    const place = await shown.boundingBox()
    await ask('tester')
    // Three in ten seconds become one, which names them all.
    await expect(page.locator('.toast', { hasText: 'tester' })).toBeVisible()
    expect(await shown.boundingBox()).toEqual(place)
    await page.mouse.move(300, 100)
  })

  await test.step('in the form of the case on a small window', async () => {
    await page.setViewportSize({ width: 640, height: 700 })
    await page.keyboard.press('Shift+K')
    await page.getByRole('button', { name: 'What is exported' }).click()
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
    await ask('planner')
    await expect(page.locator('.toast', { hasText: 'planner' })).toHaveCount(1)
    await expect.poll(() => covered(page, '.case-form label, .case-formats label, .case-foot button')).toEqual({ none: false, covered: [] })
  })
})
