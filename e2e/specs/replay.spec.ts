import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { version } from '../../src/cli/version.ts'
import { linesOfPage } from '../../src/core/case/page.ts'
import { verifyBytes } from '../../src/io/case.ts'
import { expect, test } from '../app.ts'
import { expectNothingSerious } from '../axe.ts'
import { ChatFile } from '../chat-file.ts'
import { dropMessage, readBoardFile } from '../pages/inboxes-page.ts'

test.use({ view: 'needs', chat: '[coder-to-reviewer]: nothing to ask\n' })

test('with keys alone: back to when a question was asked, through what came after it, and back to now, to a case; nothing is sent or read in between', async ({
  app,
  workspace,
}) => {
  const { page } = app
  const chat = new ChatFile(workspace)
  const banner = page.getByRole('region', { name: 'The past' })
  const feed = page.getByRole('feed')
  const composer = page.getByRole('form', { name: 'New message' })
  const rows = page.getByRole('list', { name: 'Needs me' }).getByRole('article')
  const owed = page.getByRole('list', { name: 'Owed by others' }).getByRole('listitem')
  chat.append('[coder-to-operator]: Which port?\n')
  await expect(rows).toHaveCount(1)
  // A task that is due before it is seen is due by its limit: the folder must be followed first.
  await mkdir(path.join(workspace, '.switchboard', 'inbox', 'coder'), { recursive: true })
  await expect.poll(() => readBoardFile(workspace, 'keeper.json'), { timeout: 60_000 }).toBeDefined()
  const metadata = { due: Date.now() + 6_000 }
  await dropMessage(workspace, 'coder', { id: 'msg_1', action: 'delegate_task', sender: 'planner', payload: 'Port the limiter', metadata })
  await expect(owed).toHaveAccessibleName(/Port the limiter.*overdue/)
  chat.append('[tester-to-operator]: Which host?\n')
  await expect(page.getByRole('article', { name: /^question, from tester/ })).toHaveCount(1)

  await test.step('from the question back to when it was asked', async () => {
    await page.keyboard.press('n')
    const row = page.getByRole('article', { name: /^question, from coder/ })
    await expect(row).toBeFocused()
    const amber = await row.evaluate((element) => getComputedStyle(element).backgroundColor)
    await page.keyboard.press('Shift+L')
    await expect(banner).toBeVisible()
    await expect(page.getByRole('status', { name: 'Selected moment' })).toContainText('As of')
    await expect(page.getByRole('banner').or(page.getByRole('main').locator('header')).first()).toContainText('as of')
    await expect(rows).toHaveCount(1)
    // What needed the operator then is an outline.
    await expect(row).not.toHaveCSS('background-color', amber)
    await expect(rows.getByRole('button', { name: /^Reply/ })).toHaveCount(0)
    await expect(owed).toHaveCount(0)
    await expectNothingSerious(page)
  })

  await test.step('on to the ask of the debt that is overdue now, and was not then', async () => {
    await page.getByRole('radio', { name: 'owed' }).press('Space')
    await page.keyboard.press(']')
    await expect(owed).toHaveAccessibleName(/Port the limiter/)
    await expect(owed).not.toHaveAccessibleName(/overdue/)
    await page.keyboard.press('Shift+}')
    await expect(owed).toHaveAccessibleName(/overdue/)
    await page.keyboard.press('Shift+{')
    await expect(banner.getByRole('alert')).toBeVisible()
    await page.keyboard.press('[')
    await expect(owed).not.toHaveAccessibleName(/overdue/)
    await expect(page.getByRole('button', { name: /^Needs me, \d/ })).toBeVisible()
  })

  await test.step('the feed ends there, and goes on step by step', async () => {
    await page.keyboard.press('Control+2')
    await expect(feed.getByRole('article').last()).toContainText('Port the limiter')
    await expect(feed).not.toContainText('Which host?')
    await expect(page.getByText(/later messages? (is|are) not shown/)).toBeVisible()
    await expect(composer).toHaveCount(0)
    await expectNothingSerious(page)
    await page.keyboard.press('Control+3')
    await expect(page.getByRole('region', { name: 'Feed next to Flow' }).getByRole('article').last()).toContainText('Port the limiter')
    await expectNothingSerious(page)
    await page.keyboard.press('Control+2')
    await page.getByRole('radio', { name: 'event' }).press('Space')
    await page.keyboard.press(']')
    await expect(feed).toContainText('Which host?')
  })

  await test.step('what has no past says so, and what happens now does not come in', async () => {
    await page.keyboard.press('Control+9')
    await expect(page.getByRole('heading', { name: 'Not recorded then.' })).toBeVisible()
    const badge = page.getByRole('button', { name: /^Needs me, \d/ })
    const before = await badge.getAttribute('aria-label')
    chat.append('[planner-to-operator]: Which branch?\n')
    await expect(badge).not.toHaveAccessibleName(before ?? '')
    await page.keyboard.press('Control+2')
    await expect(feed).not.toContainText('Which branch?')
  })

  await test.step('back to now', async () => {
    await page.keyboard.press('Escape')
    await expect(banner).toHaveCount(0)
    await expect(composer).toBeVisible()
    await expect(feed).toContainText('Which branch?')
  })

  await test.step('from Flow it is kept as a case, in which a word is replaced, and a changed byte names its line', async () => {
    await page.keyboard.press('Control+3')
    await page.keyboard.press('Shift+K')
    const term = page.getByRole('textbox', { name: /word or \/pattern/ })
    await term.fill('limiter')
    await term.press('Enter')
    const changed = page.getByRole('row', { name: /^Line \d/ }).filter({ hasText: '‹term 1›' })
    await expect(changed.filter({ hasText: 'Port the limiter' })).toBeVisible()
    await expectNothingSerious(page)
    await page.getByRole('radio', { name: 'As the page' }).press('Space')
    await expect(page.getByRole('region', { name: 'The page' }).getByRole('heading', { name: 'Messages' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'The page' })).toContainText('Which host?')
    await expectNothingSerious(page)
    if (app.address === undefined) return // Electron saves it in a dialog of the system
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).press('Enter')
    const saved = await download
    expect(saved.suggestedFilename()).toBe('case.html')
    const file = await readFile(await saved.path(), 'utf8')
    expect(file).not.toContain('limiter')
    expect(verifyBytes(Buffer.from(file), version)).toMatchObject({ ok: true, value: { isPage: true, isCompared: true } })
    const line = (linesOfPage(file) ?? '').split('\n').findIndex((each) => each.includes('Which host?')) + 1
    const forged = verifyBytes(Buffer.from(file.replaceAll('Which host?', 'Which most?')), version)
    expect(forged).toMatchObject({ ok: false, fault: { message: expect.stringContaining(`Line ${line} was changed`) } })
  })
})
