import { access, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../app.ts'
import { expectNothingSerious } from '../axe.ts'
import { FeedPage } from '../pages/feed-page.ts'
import { PasteDesk } from '../pages/paste-desk.ts'
import { scriptedReplies } from '../scripted-llm.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const [first = '', second = '', third = ''] = scriptedReplies

test('a whole task over three rounds, mistakes corrected in the second, and the way back', async ({ app, workspace }) => {
  const { page } = app
  await writeFile(path.join(workspace, 'README.md'), 'draft\nof a calculator\n')
  await writeFile(path.join(workspace, 'notes.txt'), 'old\n')
  const desk = new PasteDesk(page)
  await desk.open()
  await desk.begin('Make a calculator')
  const outbox = await desk.copyOutbox()
  expect(outbox).toContain('Task: Make a calculator')
  expect(outbox).toContain('  README.md (22 bytes)')

  await desk.pasteReply(first)
  await expect(desk.row('src/calculator.js').first()).toContainText('new file')
  await expect(desk.row('../outside.txt')).toContainText("REJECTED: Path '../outside.txt' is outside workspace")
  await expect(desk.rows).toHaveCount(5)
  await desk.apply()
  await expect(desk.copyStep.getByRole('heading', { name: 'Copy outbox 2' })).toBeVisible()
  await desk.copyStep.getByText(/copied \d\d:/).waitFor() // by itself, a moment later
  const next = await desk.clipboard()
  expect(next).toContain("[OK] CREATE_FILE: Created 'src/calculator.js'")
  expect(next).toContain("[FAILED] CREATE_FILE: REJECTED: Path '../outside.txt' is outside workspace")
  expect(next).toContain('[FAILED] PARSE_ERROR')
  expect(next).toContain("[OK] RUN_COMMAND: Ran 'grep -c export src/calculator.js' (exit code 0)\n  Output: 1")
  expect(next).toContain('--- README.md ---\ndraft\nof a calculator\n--- end README.md ---')
  await expect(access(path.join(workspace, '..', 'outside.txt'))).rejects.toThrow('ENOENT')

  await desk.pasteReply(second)
  await expect(desk.review.getByText('Both mistakes are mended.')).toBeVisible()
  await desk.apply()
  await expect(desk.copyStep.getByRole('heading', { name: 'Copy outbox 3' })).toBeVisible()
  await desk.copyStep.getByText(/copied \d\d:/).waitFor()
  expect(await readFile(path.join(workspace, 'src/calculator.js'), 'utf8')).toBe('export function add(a, b) {\n  return a + b\n}\n')

  await desk.pasteReply(third)
  await desk.apply()
  await expect(desk.review.getByRole('heading', { name: 'Results of round 3' })).toBeVisible()
  await expect(access(path.join(workspace, 'notes.txt'))).rejects.toThrow('ENOENT')

  await desk.review.getByRole('button', { name: 'Roll back round 3' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Roll back/ })
    .click()
  await expect.poll(() => readFile(path.join(workspace, 'notes.txt'), 'utf8').catch(() => '')).toBe('old\n')

  await page.keyboard.press('Control+1')
  const feed = new FeedPage(page)
  await expect(feed.row('A calculator that adds.').first()).toBeVisible()
  await expect(feed.list.getByText('Make a calculator').first()).toBeVisible()
})

test('garbage, our own outbox, an old reply and a reply that ends early are recognised where they are pasted', async ({
  app,
  workspace,
}) => {
  const { page } = app
  await writeFile(path.join(workspace, 'a.txt'), 'a\n')
  const desk = new PasteDesk(page)
  await desk.open()
  await desk.begin('Try what can go wrong')
  const outbox = await desk.copyOutbox()

  await desk.pasteReply(outbox)
  await expect(desk.pasteStep.getByRole('alert')).toContainText(/outbox/i)
  await desk.pasteStep.getByRole('button', { name: 'Cancel' }).click()

  await desk.pasteReply('Sorry, I cannot help with that.')
  await expect(desk.pasteStep.getByRole('alert')).toContainText(/no command/i)
  await desk.pasteStep.getByRole('button', { name: 'Cancel' }).click()

  await desk.pasteReply('[CREATE_FILE path="b.txt"]\nb\n[/CREATE_FILE]\n')
  await desk.apply()
  await expect(desk.copyStep.getByRole('heading', { name: 'Copy outbox 2' })).toBeVisible()
  await desk.pasteReply(outbox)
  await expect(desk.pasteStep.getByRole('alert')).toContainText(/outbox/i)
  await desk.pasteStep.getByRole('button', { name: 'Cancel' }).click()

  await desk.pasteReply('[CREATE_FILE path="c.txt"]\nthe rest did not fit\n[RUN_COMMAND]\ntouch never\n[/RUN_COMMAND]')
  await expect(desk.pasteStep.getByRole('alert')).toContainText('The reply ends inside CREATE_FILE')
  await desk.pasteStep.getByRole('button', { name: 'Use anyway' }).click()
  await expect(desk.rows).toHaveCount(1)
  await expect(desk.row('CREATE_FILE')).toContainText('refused')
  await expect(desk.review.getByText('touch never')).toHaveCount(0)
})

test('a file that changed since it was shown is flagged, and an open session outlives a crash', async ({ app, workspace }) => {
  const { page } = app
  await writeFile(path.join(workspace, 'list.txt'), 'one\ntwo\nthree\n')
  const desk = new PasteDesk(page)
  await desk.open()
  await desk.begin('Sort the list')
  await desk.pasteReply('[READ_FILE path="list.txt"]\n')
  await desk.review.getByRole('button', { name: /^(Apply|Answer)/ }).click()
  await expect(desk.copyStep.getByRole('heading', { name: 'Copy outbox 2' })).toBeVisible()
  await writeFile(path.join(workspace, 'list.txt'), 'zero\none\ntwo\nthree\n')
  await desk.pasteReply('[EDIT_FILE path="list.txt" start_line="2" end_line="2"]\n2\n[/EDIT_FILE]\n')
  await expect(desk.row('list.txt')).toContainText('stale')

  await app.restart('kill')
  const again = new PasteDesk(app.page)
  await again.open()
  await expect(again.row('list.txt')).toContainText('stale')
})

test('a round without a pointer, and nothing serious for axe', async ({ app, workspace }) => {
  const { page } = app
  const keys = page.keyboard
  const desk = new PasteDesk(page)
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
  await keys.press('Control+k')
  await keys.type('new session')
  await keys.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New session' })).toBeVisible()
  await keys.type('By keys alone')
  await keys.press('Control+Enter')
  await expect(desk.copyStep.getByRole('heading', { name: 'Copy outbox 1' })).toBeVisible()
  await desk.copyOutbox()
  await desk.pasteReply('[CREATE_FILE path="one.txt"]\n1\n[/CREATE_FILE]\n[CREATE_FILE path="two.txt"]\n2\n[/CREATE_FILE]\n')
  await expect(desk.rows).toHaveCount(2)
  await expectNothingSerious(page)
  await keys.press('j')
  await keys.press('Space')
  await expect(desk.row('two.txt').getByRole('checkbox')).not.toBeChecked()
  await keys.press('Control+Enter')
  await expect(desk.copyStep.getByRole('heading', { name: 'Copy outbox 2' })).toBeVisible()
  expect(await readFile(path.join(workspace, 'one.txt'), 'utf8')).toBe('1\n')
  await expect(access(path.join(workspace, 'two.txt'))).rejects.toThrow('ENOENT')
})
