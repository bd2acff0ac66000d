import { expect, test } from '../app.ts'
import { expectNothingSerious } from '../axe.ts'
import { ChatFile } from '../chat-file.ts'

const minute = 60_000

test.use({ view: 'needs', chat: '[coder-to-reviewer]: nothing to ask\n' })

test('Flow follows, zooms, opens a bundle, steps to the ask of an overdue debt, and returns to now, with keys alone', async ({
  app,
  workspace,
}) => {
  const { page } = app
  const chat = new ChatFile(workspace)
  const lane = (name: RegExp) => page.getByRole('rowheader', { name })
  const pane = page.getByRole('complementary', { name: 'Inspector' })

  await test.step('before the first message it says so', async () => {
    await expect(page.getByRole('button', { name: 'Flow', exact: true })).toBeEnabled()
    await page.keyboard.press('Control+3')
    await expect(page.getByRole('heading', { name: 'Flow', exact: true })).toBeVisible()
    await expect(page.getByRole('slider', { name: /Time shown/ })).toBeVisible()
    await expectNothingSerious(page)
  })

  await test.step('messages become lanes and marks while it follows', async () => {
    chat.append('[coder-to-operator]: Which branch shall I take?\n')
    chat.append('[coder-to-tester]: one\n[coder-to-tester]: two\n[coder-to-tester]: three\n[coder-to-tester]: four\n')
    await expect(lane(/^coder/)).toBeVisible()
    await expect(lane(/^tester/)).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Lanes' })).toBeVisible()
  })

  await test.step('a bundle opens in the inspector', async () => {
    while (!(await lane(/^coder/).evaluate((one) => one === document.activeElement))) await page.keyboard.press('j')
    // An agent has its lane as soon as it is known; its marks come with the next second.
    await expect(page.getByRole('gridcell', { name: '4 messages' })).toBeAttached()
    await page.keyboard.press('l')
    await expect(page.getByRole('tooltip')).toBeVisible()
    await expect(page.locator('[role=gridcell]:focus')).toContainText('over chat.md')
    while (!(await page.locator('[role=gridcell]:focus').textContent())?.includes('4 messages')) await page.keyboard.press('h')
    await expectNothingSerious(page)
    await page.keyboard.press('Enter')
    await expect(pane.getByRole('listitem')).toHaveCount(4)
    await expectNothingSerious(page)
  })

  await test.step('a debt past its limit is red, and leads to its ask', async () => {
    // The limit of the operator is ten minutes. Only the page's clock is moved: what is overdue by that of the engine is not counted yet.
    await page.clock.setFixedTime(Date.now() + 11 * minute)
    while (!(await lane(/^you/).evaluate((one) => one === document.activeElement))) await page.keyboard.press('k')
    await page.keyboard.press('l')
    await expect(page.locator('[role=gridcell]:focus')).toContainText('overdue')
    await page.keyboard.press('Enter')
    await expect(pane).toContainText('Which branch shall I take?')
  })

  await test.step('it pauses, moves, zooms, and follows again', async () => {
    const plot = page.locator('.flow-plot')
    const to = async (): Promise<number> => Number(await plot.getAttribute('data-to'))
    await page.keyboard.press('Space')
    const paused = await to()
    chat.append('[tester-to-coder]: later\n')
    await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
    expect(await to()).toBe(paused)
    await page.keyboard.press('+')
    await expect.poll(async () => (await to()) - Number(await plot.getAttribute('data-from'))).toBe(600_000)
    const box = await plot.boundingBox()
    if (box === null) throw new Error('the plot has no size')
    await page.mouse.move(box.x + 200, box.y + 100)
    await page.mouse.down()
    await page.mouse.move(box.x + 400, box.y + 100, { steps: 4 })
    await page.mouse.up()
    await expect.poll(to).toBeLessThan(paused)
    await page.clock.setFixedTime(Date.now() + 12 * minute)
    await page.keyboard.press('.')
    await expect.poll(to).toBeGreaterThan(paused)
  })

  await test.step('the table has the same rows, and narrow screens have everything', async () => {
    await page.keyboard.press('Shift+T')
    await expect(page.getByRole('table')).toContainText('Which branch shall I take?')
    await expectNothingSerious(page)
    await page.keyboard.press('Shift+T')
    await page.setViewportSize({ width: 1024, height: 768 })
    await expectNothingSerious(page)
  })
})
