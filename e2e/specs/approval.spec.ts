import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../app.ts'
import { FeedPage } from '../pages/feed-page.ts'

test.use({ chat: '[coder-to-reviewer]: open me\n' })

/** An editor that writes down what it was asked to open. */
async function setEditor(page: Page, record: string): Promise<void> {
  const script = path.join(path.dirname(record), 'editor.cjs')
  await writeFile(script, `require('node:fs').appendFileSync(${JSON.stringify(record)}, process.argv.slice(2).join(' ') + '\\n')`)
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /Settings/ })
    .click()
  await page.getByLabel('Editor', { exact: true }).fill(`'${process.execPath}' '${script}' {file} {line}`)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+1')
}

async function openSource(page: Page): Promise<void> {
  await new FeedPage(page).row('open me').click()
  await page.keyboard.press('o')
}

test('a program runs only after a yes; always lasts over a restart, and can be taken back', async ({ app, workspace, dataDir }) => {
  const record = path.join(dataDir, 'opened.txt')
  const opened = async (): Promise<string> => readFile(record, 'utf8').catch(() => '')
  const chat = path.join(workspace, '.workplace', 'chat.md')
  const question = (): ReturnType<Page['getByRole']> => app.page.getByRole('dialog')
  await expect(new FeedPage(app.page).row('open me')).toBeVisible()
  await setEditor(app.page, record)

  await openSource(app.page)
  await expect(question()).toContainText('{file}')
  await question().getByRole('button', { name: 'Refuse' }).click()
  await expect(question()).toHaveCount(0)
  expect(await opened()).toBe('')

  await openSource(app.page)
  await question()
    .getByRole('radio', { name: /Always/ })
    .check()
  await question()
    .getByRole('button', { name: /always/i })
    .click()
  await expect.poll(opened).toBe(`${chat} 1\n`)

  await app.restart('kill')
  await openSource(app.page)
  await expect.poll(opened).toBe(`${chat} 1\n${chat} 1\n`)

  await app.page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /Settings/ })
    .click()
  await app.page.getByRole('button', { name: /Revoke|Take back/ }).click()
  await app.page.keyboard.press('Control+1')
  await openSource(app.page)
  await expect(question()).toBeVisible()
})
