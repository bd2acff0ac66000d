import { expect, test } from '../app.ts'
import { expectNothingSerious } from '../axe.ts'
import { ChatFile } from '../chat-file.ts'

test.use({ view: 'needs', chat: '[coder-to-reviewer]: nothing to ask\n' })

test('three questions and a snooze outlive a kill; with keys alone each is snoozed, answered or done', async ({ app, workspace }) => {
  const chat = new ChatFile(workspace)
  const rows = () => app.page.getByRole('list', { name: 'Needs me' }).getByRole('article')
  const names = async (): Promise<string[]> =>
    (await rows().evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''))).map((name) =>
      name.replace(/, \d+ of .*$/, ''),
    )
  await expect(app.page.getByRole('heading', { name: 'Nothing needs you.' })).toBeVisible()
  chat.append('[coder-to-operator]: Which port?\n[tester-to-operator]: Which host?\n[planner-to-operator]: Which branch?\n')
  await expect(rows()).toHaveCount(3)
  await expectNothingSerious(app.page)
  const before = await names()
  expect(before.toSorted()).toEqual([
    'question, from coder, Which port?',
    'question, from planner, Which branch?',
    'question, from tester, Which host?',
  ])

  await test.step('snooze', async () => {
    await app.page.keyboard.press('n')
    await expect(rows().first()).toBeFocused()
    await app.page.keyboard.press('z')
    await expect(app.page.getByRole('menuitem', { name: '1 hour' })).toBeFocused()
    await app.page.keyboard.press('Enter')
    await app.page.keyboard.press('Escape')
    await expect(app.page.getByRole('button', { name: 'Needs me, 2' })).toBeVisible()
  })

  await test.step('after a kill the same two are there, and the third when its author asks again', async () => {
    await app.restart('kill')
    await expect(rows()).toHaveCount(2)
    expect(await names()).toEqual(before.slice(1))
    const [who = ''] = /(?<=from )\w+/.exec(before[0] ?? '') ?? []
    chat.append(`[${who}-to-operator]: Any news?\n`)
    await expect(rows()).toHaveCount(3)
    expect((await names()).toSorted()).toEqual(expect.arrayContaining(before.slice(1).toSorted()))
  })

  await test.step('answer, and done', async () => {
    await app.page.keyboard.press('n')
    await app.page.keyboard.press('r')
    await expect(app.page.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await app.page.keyboard.type('8080')
    await expect(app.page.getByLabel('Text that will be written')).toContainText('8080')
    await expectNothingSerious(app.page)
    await app.page.keyboard.press('Control+Enter')
    await expect.poll(() => chat.text()).toContain('8080\n')
    await expect(app.page.getByRole('button', { name: 'Needs me, 2' })).toBeVisible()
    await app.page.keyboard.press('e')
    await expect(app.page.getByRole('button', { name: 'Needs me, 1' })).toBeVisible()
    await app.page.keyboard.press('Control+z')
    await expect(app.page.getByRole('button', { name: 'Needs me, 2' })).toBeVisible()
  })
})

test('of two pages that answer one question, the second is told before its text goes out, and keeps it (F27)', async ({
  app,
  workspace,
  context,
}) => {
  test.skip(app.address === undefined, 'Electron has one window')
  const chat = new ChatFile(workspace)
  const other = await context.newPage()
  await other.goto(app.address ?? '')
  chat.append('[coder-to-operator]: Which port?\n')
  for (const [page, text] of [
    [app.page, '8080'],
    [other, '9090'],
  ] as const) {
    await expect(page.getByRole('list', { name: 'Needs me' }).getByRole('article')).toHaveCount(1)
    await page.bringToFront()
    await page.keyboard.press('n')
    await page.keyboard.press('r')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await page.keyboard.type(text)
    await expect(page.getByLabel('Text that will be written')).toContainText(text)
  }
  await app.page.bringToFront()
  await app.page.keyboard.press('Control+Enter')
  await expect.poll(() => chat.text()).toContain('8080\n')
  await expect(other.getByText('It closed while you wrote')).toBeVisible()
  await expectNothingSerious(other)
  await other.bringToFront()
  await other.keyboard.press('Control+Enter')
  await expect(other.getByText('you said about it: “8080”')).toBeVisible()
  await expect(other.getByRole('textbox', { name: 'Message' })).toHaveValue('9090')
  expect(await chat.text()).not.toContain('9090')
  // The same key again sends it, but not as the second half of a double press.
  await expect(async () => {
    await other.keyboard.press('Control+Enter')
    expect(await chat.text()).toContain('9090\n')
  }).toPass()
  await other.close()
})

test('a count of three signs covers nothing of the icon that it stands on', async ({ app, workspace }) => {
  const letters = 'a b c d e f g h i j k'.split(' ')
  const asked = letters.flatMap((one) => letters.map((other) => `[agent-${one}${other}-to-operator]: Which ${one}${other}?\n`))
  new ChatFile(workspace).append(asked.slice(0, 120).join(''))
  const button = app.page.getByRole('button', { name: 'Needs me, 120' })
  await expect(button).toBeVisible()
  await expect(button).toHaveText('99+')
  const [icon, badge] = await Promise.all([button.locator('svg').boundingBox(), button.locator('.badge').boundingBox()])
  if (icon === null || badge === null) throw new Error('the rail has no count')
  expect(badge.y + badge.height).toBeLessThanOrEqual(icon.y)
  expect(badge.y).toBeGreaterThanOrEqual(0)
})

test('a name as long as it can be covers nothing else of its row (F16)', async ({ app, workspace }) => {
  const long = 'a'.repeat(128)
  new ChatFile(workspace).append(
    `[${long}-to-operator] @ [${long}]: Please review ${'word '.repeat(200)}?\n[coder-to-${long}] @ [coder]: Which port?\n`,
  )
  const row = app.page.getByRole('list', { name: 'Needs me' }).getByRole('article')
  await expect(row.getByText('Blocks')).toBeVisible()
  await expect(row.getByTitle('coder', { exact: true })).toBeVisible()
  const covering = await row.evaluate((element) => {
    const chip = element.querySelector('.chip')?.getBoundingClientRect().left ?? 0
    return [...element.querySelectorAll('.q-b, .q-b *')].filter((each) => each.getBoundingClientRect().right > chip).length
  })
  expect(covering).toBe(0)

  await test.step('in the inspector it leaves the other names whole, and stands beside its mark', async () => {
    await app.page.keyboard.press('n')
    const tree = app.page.getByRole('complementary', { name: 'Inspector' }).locator('.wait-tree')
    await expect(tree.getByText('you', { exact: true })).toBeVisible()
    const isCut = await tree.getByText('you', { exact: true }).evaluate((name) => name.scrollWidth > name.clientWidth)
    expect(isCut).toBe(false)
    const freed = tree.locator('.wrap')
    const lefts = await freed.locator('.agent').evaluateAll((names) => names.map((name) => name.getBoundingClientRect().left))
    const mark = await freed.locator('.g').first().boundingBox()
    expect(lefts).toHaveLength(2)
    expect(Math.min(...lefts)).toBeGreaterThan((mark?.x ?? 0) + (mark?.width ?? 0))
  })
})

test('a dialog that asks for a name shows the known ones, and gives the focus back to the button of its menu', async ({
  app,
  workspace,
}) => {
  const { page } = app
  new ChatFile(workspace).append('[coder-to-tester]: Is the retry change on main?\n')
  const more = page.getByRole('button', { name: /^More for Is the retry change/ })
  await more.click()
  await page.getByRole('menuitem', { name: 'Reassign' }).click()
  await expect(page.getByRole('dialog').getByRole('option', { name: /^reviewer/ })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
})

test('in the feed, the buttons of a question cover nothing of how far it got', async ({ app, workspace }) => {
  new ChatFile(workspace).append('[coder-to-operator] @ []: Which port?\n    The old one is taken.\n')
  await expect(app.page.getByRole('button', { name: 'Needs me, 1' })).toBeVisible()
  await app.page.keyboard.press('Control+2')
  const row = app.page.getByRole('article').filter({ hasText: 'Which port?' })
  await row.click()
  const [buttons, strip] = [row.locator('.row-btns'), row.getByRole('img', { name: /owed by you/ })]
  await expect(buttons).toBeVisible()
  await expect(strip).toBeVisible()
  for (const width of [1280, 700]) {
    await app.page.setViewportSize({ width, height: 768 })
    await expect(async () => {
      const [over, under] = await Promise.all([buttons.boundingBox(), strip.boundingBox()])
      const isLeft = (over?.x ?? 0) + (over?.width ?? 0) <= (under?.x ?? 0)
      expect(isLeft || (under?.y ?? 0) + (under?.height ?? 0) <= (over?.y ?? 0)).toBe(true)
    }).toPass()
  }
})
