import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, test } from '../app.ts'
import { FeedPage } from '../pages/feed-page.ts'
import { dropMessage } from '../pages/inboxes-page.ts'

const long = Array.from({ length: 120 }, (_, at) => `word${at} and more words to fill whole lines of a row`).join(' ')

test.use({ chat: `[coder-to-reviewer]: first\n[coder-to-reviewer]: ${long}\n[reviewer-to-coder]: last\n` })

test('on a small window the head of a long row covers all text that scrolls below it', async ({ app }) => {
  const { page } = app
  await page.setViewportSize({ width: 640, height: 480 })
  const feed = new FeedPage(page)
  const row = feed.row('word3 ')
  await expect(row).toHaveCount(1)
  await feed.feed.hover()
  /** How far the text of the row has gone up behind its head. */
  const behind = (): Promise<number> =>
    row.evaluate((element) => {
      const head = element.querySelector('.who')?.getBoundingClientRect()
      return (head?.top ?? 0) - (element.querySelector('.body')?.getBoundingClientRect().top ?? 0)
    })
  await expect(async () => {
    await page.mouse.wheel(0, (await behind()) > 150 ? -90 : 70)
    expect(await behind()).toBeGreaterThan(60)
    expect(await behind()).toBeLessThan(150)
  }).toPass()
  const seen = await row.evaluate((element) => {
    const body = element.querySelector('.body')
    const words = element.querySelector('.who b')?.getBoundingClientRect()
    const day = document.querySelector('.rule.day.top')?.getBoundingClientRect()
    const { left = 0, right = 0 } = body?.getBoundingClientRect() ?? {}
    const found: string[] = []
    for (let y = Math.ceil(day?.bottom ?? 0); y <= (words?.bottom ?? 0); y += 1)
      for (let x = left; x < right; x += 4) {
        const at = document.elementFromPoint(x, y)
        if (at !== null && body?.contains(at) === true) found.push(`${Math.round(x - left)}, ${Math.round(y - (words?.top ?? 0))}`)
      }
    return found
  })
  expect(seen).toEqual([])
})

test('on a small window a need has the whole width for its words, and its verbs stay inside', async ({ app, workspace }) => {
  const { page } = app
  await page.setViewportSize({ width: 640, height: 700 })
  await appendFile(
    path.join(workspace, '.workplace', 'chat.md'),
    '[a-name-that-is-much-too-long-for-its-column-to-operator]: May I drop the old format? It would need a migration and a warning one release earlier.\n',
  )
  await page.keyboard.press('Control+1')
  const need = page.getByRole('article', { name: /May I drop/ })
  await expect(need).toBeVisible()
  const [row, words] = await Promise.all([need.boundingBox(), need.locator('.q-b').boundingBox()])
  expect(words?.width).toBeGreaterThan(0.8 * (row?.width ?? 0))
  const menu = await need.locator(':scope > .mini').boundingBox()
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeGreaterThan((row?.x ?? 0) + (row?.width ?? 0) - 24)
  for (const part of await need.locator(':scope > *:visible').all()) {
    const box = await part.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0))
  }
})

test('beside a list, the inspector takes no room from the feed before both have enough', async ({ app }) => {
  const { page } = app
  const feed = new FeedPage(page)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(feed.row('last')).toBeVisible()
  for (const width of [1110, 1299]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(inspector).toBeHidden()
    await expectWidth(feed.row('last').locator('.body')).toBeGreaterThan(320)
  }
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(inspector).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(inspector).toBeHidden()
  // A view without a list has the room.
  await page.keyboard.press('Control+4')
  await expect(inspector).toBeVisible()
  await page.keyboard.press('Control+2')
  await page.setViewportSize({ width: 1300, height: 800 })
  await expect(inspector).toBeVisible()
})

test('on a small window a long name of a file leaves room for who wrote it', async ({ app, workspace }) => {
  const { page } = app
  await page.setViewportSize({ width: 480, height: 700 })
  await dropMessage(workspace, 'reviewer', { id: 'msg_1795917824366_lkqhrzgw_of_a_long_name', payload: 'Look at src/auth.rs' })
  const row = new FeedPage(page).row('Look at src/auth')
  await expect(row).toBeVisible()
  await expectWidth(row.locator(':scope > .anchor')).toBeLessThan(110)
  await expectWidth(row.locator('.who b')).toBeGreaterThan(30)
})

test('the word that says why a row needs the operator stands on one line, in any width', async ({ app, workspace }) => {
  const { page } = app
  const inbox = path.join(workspace, '.switchboard', 'inbox', 'coder')
  await mkdir(inbox, { recursive: true })
  await writeFile(path.join(inbox, 'msg_of_nobody.json'), 'no JSON\n')
  await page.keyboard.press('Control+1')
  const word = page
    .getByRole('article', { name: /^not usable/ })
    .locator('b')
    .first()
  await expect(word).toBeVisible()
  for (const width of [700, 1_000, 1_440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => (await word.boundingBox())?.height ?? Number.NaN).toBeLessThan(30)
  }
})

test('on a small window the table of Flow scrolls sideways, and every column has its words', async ({ app, workspace }) => {
  const { page } = app
  await expect(new FeedPage(page).row('last')).toBeVisible()
  await appendFile(path.join(workspace, '.workplace', 'chat.md'), '[coder-to-reviewer]: newest\n')
  await expect(new FeedPage(page).row('newest')).toBeVisible()
  await page.setViewportSize({ width: 640, height: 600 })
  await page.keyboard.press('Control+3')
  await page.keyboard.press('Shift+T')
  const table = page.getByRole('group', { name: 'Flow as a table' })
  const what = table.getByRole('cell', { name: /newest/ })
  await expectWidth(what).toBeGreaterThan(160)
  const state = table.getByRole('columnheader', { name: 'State' })
  await state.scrollIntoViewIfNeeded()
  await expect.poll(async () => (await rightOf(state)) - (await rightOf(table))).toBeLessThanOrEqual(1)
})

/** A row that is drawn again has no box for a moment, and with it no width. */
function expectWidth(of: Locator) {
  return expect.poll(async () => (await of.boundingBox())?.width ?? Number.NaN)
}

async function rightOf(of: Locator): Promise<number> {
  const box = await of.boundingBox()
  return box === null ? Number.NaN : box.x + box.width
}

test('the count in the head of the feed is whole or not there', async ({ app }) => {
  const { page } = app
  const count = page.getByRole('button', { name: /^\d+ today$/ })
  await expect(count).toBeVisible()
  const shown = await count.evaluate((button) => {
    const head = button.closest<HTMLElement>('.head')
    const range = document.createRange()
    range.selectNodeContents(button)
    const parts: number[] = []
    if (head === null) throw new Error('no head')
    for (let width = 700; width > 200; width -= 4) {
      head.style.width = `${width}px`
      const [box, text] = [button.getBoundingClientRect(), range.getBoundingClientRect()]
      const [wide, high] = [Math.min(box.right, text.right) - text.left, Math.min(box.bottom, text.bottom) - text.top]
      parts.push(wide <= 0 || high <= text.height / 4 ? 0 : (wide + 0.5) / text.width)
    }
    return { isWhole: parts.some((part) => part >= 1), isGone: parts.includes(0), half: parts.filter((part) => part > 0 && part < 1) }
  })
  expect(shown).toEqual({ isWhole: true, isGone: true, half: [] })
})

test('a word that is longer than the pane of an agent is broken in it, and a name is cut', async ({ app, workspace }) => {
  const { page } = app
  const name = 'a-name-that-is-'.repeat(3)
  const text = `[${name}long-to-nobody]: done\n[${name}long-to-operator]: May I drop ${'syllable'.repeat(20)}?\n`
  await appendFile(path.join(workspace, '.workplace', 'chat.md'), text)
  await page.keyboard.press('Control+5')
  await page
    .getByRole('row')
    .getByRole('button', { name: /^a-name/ })
    .click()
  const pane = page.getByRole('complementary', { name: 'Inspector' })
  await expect(pane.getByText(/^inferred|^declared/)).toContainText('syllable')
  const wide = await pane
    .locator('p')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent))
  expect(wide).toEqual([])
  const write = pane.getByRole('button', { name: /^Write to a-name/ })
  await expect(write).toBeVisible()
  const [around, button] = await Promise.all([pane.boundingBox(), write.boundingBox()])
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0))
})

test('in the past the time and the way back stay in sight, however long ago it is and however small the window', async ({
  app,
  workspace,
}) => {
  const { page } = app
  await appendFile(path.join(workspace, '.workplace', 'chat.md'), '[coder-to-operator]: Which port?\n')
  await expect(page.getByRole('button', { name: 'Needs me, 1' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+L')
  const banner = page.getByRole('region', { name: 'The past' })
  const moment = banner.getByRole('textbox', { name: 'Moment' })
  await moment.fill('2025-09-24 10:12')
  await moment.press('Enter')
  const ago = banner.getByText(/^Wednesday 24 September 2025, .* ago$/)
  await expect(ago).toHaveAttribute('title', /^Wednesday 24 September 2025, .* ago$/)
  for (const width of [1440, 1000, 830, 720, 640, 600]) {
    await page.setViewportSize({ width, height: 700 })
    await expect(moment).toBeInViewport({ ratio: 1 })
    await expect(banner.getByRole('button', { name: /^Back to now/ })).toBeInViewport({ ratio: 1 })
  }
})

test('larger letters of the browser narrow the layout, and make lanes higher, as larger letters of Patchbay do', async ({ app }) => {
  const { page } = app
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector).toBeVisible()
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await page.reload()
  await new FeedPage(page).open()
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await expect(inspector).toBeHidden()
  await page.keyboard.press('Control+3')
  const lane = page.getByRole('grid', { name: 'Lanes' }).getByRole('row').first()
  await expect.poll(async () => (await lane.boundingBox())?.height ?? 0).toBeGreaterThan(40)
})

test('in a low window the buttons of Halt stay in sight, and everything above them can be read', async ({ app }) => {
  const { page } = app
  await page.setViewportSize({ width: 720, height: 450 })
  await page.keyboard.press('Control+Shift+Period')
  const dialog = page.getByRole('alertdialog')
  const act = dialog.getByRole('button', { name: /^Halt on/ })
  await expect(act).toBeInViewport({ ratio: 1 })
  const text = dialog.getByLabel(/^Exact text/).last()
  await text.scrollIntoViewIfNeeded()
  await expect(text).toBeInViewport({ ratio: 1 })
  await expect(act).toBeInViewport({ ratio: 1 })
})

test('with larger text the picture of who waits for whom grows, too, and stands below the ways out', async ({ app, workspace }) => {
  const { page } = app
  await appendFile(
    path.join(workspace, '.workplace', 'chat.md'),
    ['ada-to-bo', 'bo-to-cy', 'cy-to-dee', 'dee-to-eli'].map((who) => `[${who}]: Could you review this, please?\n`).join(''),
  )
  await page.keyboard.press('Control+9')
  await page.getByLabel('Text size').fill('200')
  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog', { name: 'Who waits for whom' })
  await dialog.getByText(/^All/).click()
  const nodes = dialog.locator('.w-n')
  await expect(nodes).toHaveCount(5)
  const picture = dialog.getByRole('img')
  await picture.scrollIntoViewIfNeeded()
  const boxes = await nodes.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect()).map(({ x, y, right, bottom }) => [x, y, right, bottom]),
  )
  const covered = boxes.flatMap((a, at) =>
    boxes.slice(at + 1).filter((b) => a[0]! < b[2]! && b[0]! < a[2]! && a[1]! < b[3]! && b[1]! < a[3]!),
  )
  expect(covered).toEqual([])
  const waits = await dialog.getByRole('list', { name: 'Waits' }).boundingBox()
  expect(waits?.width ?? 0).toBeGreaterThan(900)
})
