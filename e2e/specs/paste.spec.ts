import { access, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../app.ts'
import { expectNothingSerious } from '../axe.ts'
import { FeedPage } from '../pages/feed-page.ts'
import { PasteView } from '../pages/paste-view.ts'
import { scriptedReplies } from '../scripted-llm.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const [first = '', second = '', third = ''] = scriptedReplies

test('a whole task over three rounds, mistakes corrected in the second, and the rollback', async ({ app, workspace }) => {
  const { page } = app
  await writeFile(path.join(workspace, 'README.md'), 'draft\nof a calculator\n')
  await writeFile(path.join(workspace, 'notes.txt'), 'old\n')
  const paste = new PasteView(page)
  await paste.open()
  await paste.begin('Make a calculator')
  const outbox = await paste.copyOutbox()
  expect(outbox).toContain('Task: Make a calculator')
  expect(outbox).toContain('  README.md (22 bytes)')

  await paste.pasteReply(first)
  await expect(paste.row('src/calculator.js').first()).toContainText('new file')
  await expect(paste.row('../outside.txt')).toContainText("REJECTED: Path '../outside.txt' is outside workspace")
  await expect(paste.rows).toHaveCount(5)
  await paste.apply()
  await expect(paste.copyStep.getByRole('heading', { name: 'Copy outbox 2' })).toBeVisible()
  await paste.copyStep.getByText(/copied \d\d:/).waitFor() // by itself, a moment later
  const next = await paste.clipboard()
  expect(next).toContain("[OK] CREATE_FILE: Created 'src/calculator.js'")
  expect(next).toContain("[FAILED] CREATE_FILE: REJECTED: Path '../outside.txt' is outside workspace")
  expect(next).toContain('[FAILED] PARSE_ERROR')
  expect(next).toContain("[OK] RUN_COMMAND: Ran 'grep -c export src/calculator.js' (exit code 0)\n  Output: 1")
  expect(next).toContain('--- README.md ---\ndraft\nof a calculator\n--- end README.md ---')
  await expect(access(path.join(workspace, '..', 'outside.txt'))).rejects.toThrow('ENOENT')

  await paste.pasteReply(second)
  await expect(paste.review.getByText('Both mistakes are mended.')).toBeVisible()
  await paste.apply()
  await expect(paste.copyStep.getByRole('heading', { name: 'Copy outbox 3' })).toBeVisible()
  await paste.copyStep.getByText(/copied \d\d:/).waitFor()
  expect(await readFile(path.join(workspace, 'src/calculator.js'), 'utf8')).toBe('export function add(a, b) {\n  return a + b\n}\n')

  await paste.pasteReply(third)
  await paste.apply()
  await expect(paste.review.getByRole('heading', { name: 'Results of round 3' })).toBeVisible()
  await expect(access(path.join(workspace, 'notes.txt'))).rejects.toThrow('ENOENT')

  await paste.review.getByRole('button', { name: 'Roll back round 3' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Roll back/ })
    .click()
  await expect.poll(() => readFile(path.join(workspace, 'notes.txt'), 'utf8').catch(() => '')).toBe('old\n')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('Control+2')
  const feed = new FeedPage(page)
  await expect(feed.row('A calculator that adds.').first()).toBeVisible()
  await expect(feed.list.getByText('Make a calculator').first()).toBeVisible()
})

test('a file changed since it was shown is flagged, and an open session survives a crash', async ({ app, workspace }) => {
  const { page } = app
  await writeFile(path.join(workspace, 'list.txt'), 'one\ntwo\nthree\n')
  const paste = new PasteView(page)
  await paste.open()
  await paste.begin('Sort the list')
  await paste.pasteReply('[READ_FILE path="list.txt"]\n')
  await paste.review.getByRole('button', { name: /^(Apply|Answer)/ }).click()
  await expect(paste.copyStep.getByRole('heading', { name: 'Copy outbox 2' })).toBeVisible()
  await paste.untilCopied()
  await writeFile(path.join(workspace, 'list.txt'), 'zero\none\ntwo\nthree\n')
  await paste.pasteReply('[EDIT_FILE path="list.txt" start_line="2" end_line="2"]\n2\n[/EDIT_FILE]\n')
  await expect(paste.row('list.txt')).toContainText('stale')

  await app.restart('kill')
  const again = new PasteView(app.page)
  await again.open()
  await expect(again.row('list.txt')).toContainText('stale')
})

test('on a narrow window, and beside the pane of a halt, the plan has room for every row and path', async ({ app }) => {
  const { page } = app
  await page.setViewportSize({ width: 700, height: 768 })
  const paste = new PasteView(page)
  await paste.open()
  await paste.begin('Four files')
  await paste.pasteReply([1, 2, 3, 4].map((at) => `[CREATE_FILE path="${at}.txt"]\n${'line\n'.repeat(30)}[/CREATE_FILE]\n`).join(''))
  await expect(paste.rows).toHaveCount(4)
  await expect(paste.row('4.txt')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Control+Shift+Period')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Halt on/ })
    .click()
  await expect(page.getByRole('button', { name: 'Close the halt' })).toBeVisible()
  const [plan, paths] = await Promise.all([paste.review.boundingBox(), paste.review.getByText('Path or text').boundingBox()])
  expect((paths?.width ?? 0) / (plan?.width ?? 1)).toBeGreaterThan(0.4)
})

test('a round with the keyboard alone, and nothing serious for axe; what is no new reply is recognised where it is pasted', async ({
  app,
  workspace,
}) => {
  const { page } = app
  const keys = page.keyboard
  const paste = new PasteView(page)
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
  await keys.press('Control+k')
  await keys.type('new session')
  // The command is there as soon as its link is.
  await expect(page.getByRole('option', { name: /New session/ }).first()).toBeVisible()
  await keys.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New session' })).toBeVisible()
  await keys.type('By keys alone')
  await keys.press('Control+Enter')
  await expect(paste.copyStep.getByRole('heading', { name: 'Copy outbox 1' })).toBeVisible()
  const outbox = await paste.copyOutbox()
  await paste.pasteReply('[CREATE_FILE path="one.txt"]\n1\n[/CREATE_FILE]\n[CREATE_FILE path="two.txt"]\n2\n[/CREATE_FILE]\n')
  await expect(paste.rows).toHaveCount(2)
  await expectNothingSerious(page)
  await keys.press('j')
  await keys.press('Space')
  await expect(paste.row('two.txt').getByRole('checkbox')).not.toBeChecked()
  await keys.press('Control+Enter')
  await expect(paste.copyStep.getByRole('heading', { name: 'Copy outbox 2' })).toBeVisible()
  expect(await readFile(path.join(workspace, 'one.txt'), 'utf8')).toBe('1\n')
  await expect(access(path.join(workspace, 'two.txt'))).rejects.toThrow('ENOENT')

  await test.step('garbage, our own outbox, an old reply and an incomplete reply are recognised where they are pasted', async () => {
    await paste.copyStep.getByText(/copied \d\d:/).waitFor() // by itself, a moment later
    await paste.pasteReply(await paste.clipboard())
    await expect(paste.pasteStep.getByRole('alert')).toContainText(/outbox/i)
    await paste.pasteStep.getByRole('button', { name: 'Cancel' }).click()

    await paste.pasteReply('Sorry, I cannot help with that.')
    await expect(paste.pasteStep.getByRole('alert')).toContainText(/no command/i)
    await paste.pasteStep.getByRole('button', { name: 'Cancel' }).click()

    await paste.pasteReply('[CREATE_FILE path="b.txt"]\nb\n[/CREATE_FILE]\n')
    await paste.apply()
    await expect(paste.copyStep.getByRole('heading', { name: 'Copy outbox 3' })).toBeVisible()
    await paste.pasteReply(outbox)
    await expect(paste.pasteStep.getByRole('alert')).toContainText(/outbox/i)
    await paste.pasteStep.getByRole('button', { name: 'Cancel' }).click()

    await paste.pasteReply('[CREATE_FILE path="c.txt"]\nthe rest did not fit\n[RUN_COMMAND]\ntouch never\n[/RUN_COMMAND]')
    await expect(paste.pasteStep.getByRole('alert')).toContainText('The reply ends inside CREATE_FILE')
    await paste.pasteStep.getByRole('button', { name: 'Use anyway' }).click()
    await expect(paste.rows).toHaveCount(1)
    await expect(paste.row('CREATE_FILE')).toContainText('refused')
    await expect(paste.review.getByText('touch never')).toHaveCount(0)
  })
})
