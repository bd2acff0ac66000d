import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Response } from '@playwright/test'
import { expect, test } from '../app.ts'
import { ChatFile } from '../chat-file.ts'
import { FeedPage } from '../pages/feed-page.ts'

test.use({ withWorkspace: false, chat: '[coder-to-reviewer]: hello from the folder\n' })

test('the first run refuses a missing folder and opens one by its path; a folder without a chat waits for one', async ({
  app,
  workspace,
}) => {
  const { page } = app
  await expect(page.getByRole('heading', { name: 'Nothing is connected yet' })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Folder' })
  await test.step('a missing folder is a fault at the field, and the path stays', async () => {
    const missing = path.join(workspace, 'not-here')
    await field.fill(missing)
    await field.press('Enter')
    await expect(page.getByRole('alert')).toContainText('not-here')
    await expect(field).toHaveValue(missing)
  })
  await field.fill(workspace)
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'Needs me' })).toBeVisible()
  const feed = new FeedPage(page)
  await feed.open()
  await expect(feed.row('hello from the folder')).toBeVisible()

  await test.step('the page has its typefaces: two files from its own server, loaded with the first paint', async () => {
    const fonts: Response[] = []
    page.on('response', (response) => response.request().resourceType() === 'font' && fonts.push(response))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Needs me' })).toBeVisible()
    const isThere = await page.evaluate(() => document.fonts.check('600 13px "Inter Variable"'))
    expect(isThere).toBe(true)
    await page.keyboard.press('?') // key caps and arrows ask for no third one
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.evaluate(async () => document.fonts.ready)
    expect(fonts.map((one) => `${one.status()} ${new URL(one.url()).pathname.replace(/-normal-.*$/, '')}`).toSorted()).toEqual([
      '200 /assets/inter-latin-wght',
      '200 /assets/jetbrains-mono-latin-wght',
    ])
    const widths = await page.evaluate(() =>
      ['-', '0'].map((text) => {
        const name = document.body.appendChild(Object.assign(document.createElement('b'), { className: 'cut', textContent: text }))
        const { width } = name.getBoundingClientRect()
        name.remove()
        return width
      }),
    )
    expect(widths[0]).toBeLessThan(0.9 * (widths[1] ?? 0)) // tabular figures would widen the hyphen of names
    expect(fonts.every((one) => new URL(one.url()).origin === new URL(page.url()).origin)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a folder without a chat waits for one', async () => {
    const folder = path.join(workspace, 'empty')
    await mkdir(folder)
    await page.keyboard.press('Control+o')
    const other = page.getByRole('dialog').getByRole('combobox', { name: 'Folder' })
    await other.fill(folder)
    await other.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toContainText('chat.md')
    await mkdir(path.join(folder, '.workplace'))
    await feed.open()
    new ChatFile(folder).append('[a-to-b]: first line of a new file\n')
    await expect(feed.row('first line of a new file')).toBeVisible()
  })
})

test('the demo talks by itself, through a real file', async ({ app }) => {
  await app.page.getByRole('button', { name: 'Start demo' }).click()
  const feed = new FeedPage(app.page)
  await expect(app.page.getByRole('heading', { name: 'Needs me' })).toBeVisible()
  await test.step('captions tell what happens, from the keyboard too, and can be closed', async () => {
    const captions = app.page.getByRole('region', { name: 'Demo' })
    const turn = async (name: string, times: number): Promise<void> => {
      for (let turned = 0; turned < times; turned++) await captions.getByRole('button', { name }).press('Enter')
    }
    // Which caption is first depends on how long the demo took to start.
    await turn('Next caption', 5)
    await expect(captions).toContainText('6 of 6')
    await turn('Previous caption', 4)
    await expect(captions).toContainText('2 of 6')
    await captions.getByRole('button', { name: 'Show' }).press('Enter')
    await expect(app.page.getByRole('main', { name: 'Board' })).toBeVisible()
    await captions.getByRole('button', { name: 'Close the captions' }).press('Enter')
    await expect(captions).toHaveCount(0)
  })
  await feed.open()
  await expect(feed.row('coder').first()).toBeVisible()
  await expect(feed.list.getByRole('region', { name: 'Agents' }).getByRole('button', { name: /^reviewer/ })).toBeVisible()
})
