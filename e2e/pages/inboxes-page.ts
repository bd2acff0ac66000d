import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** The inboxes: the list pane, the messages of a mailbox, the inspector. */
export class InboxesPage {
  readonly page: Page
  readonly list: Locator
  readonly inspector: Locator

  constructor(page: Page) {
    this.page = page
    this.list = page.getByRole('complementary', { name: 'Mailboxes' })
    this.inspector = page.getByRole('complementary', { name: 'Inspector' })
  }

  async open(): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: /Inboxes/ })
      .click()
  }

  /** Says yes to an agent that asks to be the lead. */
  async makeLead(name: string): Promise<void> {
    const question = this.page.getByRole('dialog')
    await expect(question).toContainText(`${name} asks to be the lead`)
    await question.getByRole('button', { name: 'Make it the lead' }).click()
    await expect(question).toHaveCount(0)
  }

  /** The messages of one mailbox. */
  messages(mailbox: string): Locator {
    return this.page.getByRole('list', { name: `Messages of ${mailbox}` })
  }

  /** Opens a row of a section of the list pane. */
  async choose(section: string, name: string | RegExp): Promise<void> {
    await this.list.getByRole('region', { name: section }).getByRole('button', { name }).first().click()
  }
}

/** Puts a message into an inbox as an agent without MCP does: whole, by a rename. */
export async function dropMessage(workspace: string, mailbox: string, message: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = path.join(workspace, '.switchboard', 'inbox', mailbox)
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${String(message['id'])}.json`)
  const createdAt = new Date().toISOString()
  await writeFile(`${file}.tmp`, JSON.stringify({ action: 'request_review', sender: 'coder', recipient: mailbox, createdAt, ...message }))
  await rename(`${file}.tmp`, file)
  return file
}

/** Reads a JSON file of the `.switchboard/`; undefined while it is not there. */
export async function readBoardFile(workspace: string, ...parts: string[]): Promise<Record<string, unknown> | undefined> {
  const text = await readFile(path.join(workspace, '.switchboard', ...parts), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>)
}
