import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../app.ts'
import { ChatFile } from '../chat-file.ts'
import { FeedPage } from '../pages/feed-page.ts'

test.use({ chat: '[coder-to-reviewer]: to be archived\n' })

test('a chat is archived after approval, recovers from a folder in place of its file, and a second one is added with the form', async ({
  app,
  workspace,
}) => {
  const { page } = app
  const feed = new FeedPage(page)
  const chat = new ChatFile(workspace)
  await expect(feed.row('to be archived')).toBeVisible()

  await test.step('archiving moves the lines after approval, and later ones are followed', async () => {
    await page.keyboard.press('Control+8')
    await page.getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByRole('dialog')).toContainText('.workplace/memory/')
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    const memory = path.join(workspace, '.workplace', 'memory')
    await expect.poll(async () => readdir(memory).catch(() => [])).toHaveLength(1)
    const [file] = await readdir(memory)
    // The new, empty chat.md is there before the lines are in the archive.
    await expect.poll(() => readFile(path.join(memory, String(file)), 'utf8')).toBe('[coder-to-reviewer]: to be archived\n')
    expect(await chat.text()).toBe('')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Control+2')
    chat.append('[coder-to-reviewer]: after the archive\n')
    await expect(feed.row('after the archive')).toBeVisible()
    await expect(feed.row('to be archived')).toBeVisible()
  })

  await test.step('a folder in place of the file is reported at the link, and recovers by itself', async () => {
    await rm(chat.path)
    await mkdir(chat.path)
    await expect(page.getByRole('alert').first()).toContainText(/folder|directory/i)
    await rm(chat.path, { recursive: true })
    chat.append('[coder-to-reviewer]: a file again\n')
    await expect(feed.row('a file again')).toBeVisible()
  })

  await test.step('a second chat file is added with the form, tested and followed', async () => {
    await mkdir(path.join(workspace, 'gateway', '.workplace'), { recursive: true })
    await writeFile(path.join(workspace, 'gateway', '.workplace', 'chat.md'), '[scout-to-coder]: from the gateway\n')
    await page.keyboard.press('Control+8')
    await page.getByRole('button', { name: 'Follow another chat.md' }).click()
    const form = page.getByRole('form', { name: 'Follow another chat.md' })
    await form.getByLabel('Name').fill('gateway')
    await form.getByLabel('Folder').fill('../outside')
    await form.getByRole('button', { name: /^(Add|Follow)/ }).click()
    await expect(form.getByRole('alert').first()).toBeVisible()
    await form.getByLabel('Folder').fill('gateway')
    await form.getByRole('button', { name: /^Test/ }).click()
    await expect(form).toContainText('Folder worked')
    await form.getByRole('button', { name: /^(Add|Follow)/ }).click()
    await expect(page.getByRole('group', { name: 'gateway' })).toContainText('caught up')
    await expect(form).toHaveCount(0)
    await page.keyboard.press('Control+2')
    await expect(feed.row('from the gateway')).toBeVisible()
  })
})
