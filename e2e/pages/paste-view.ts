import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** The Paste view: sessions, the three steps, the plan. */
export class PasteView {
  readonly page: Page
  readonly copyStep: Locator
  readonly pasteStep: Locator
  readonly review: Locator
  readonly rows: Locator
  readonly sessions: Locator
  readonly replyField: Locator

  constructor(page: Page) {
    this.page = page
    this.copyStep = page.getByRole('region', { name: 'Step 1, copy' })
    this.pasteStep = page.getByRole('region', { name: 'Step 2, paste' })
    this.review = page.getByRole('region', { name: 'Step 3, review' })
    this.rows = this.review.getByRole('listitem')
    this.sessions = page.getByRole('complementary').first()
    this.replyField = page.getByRole('textbox', { name: 'LLM reply' })
  }

  async open(): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: /Paste/ }).click()
  }

  async begin(task: string): Promise<void> {
    await this.page
      .getByRole('button', { name: /New session|Begin a session/ })
      .first()
      .click()
    const dialog = this.page.getByRole('dialog', { name: 'New session' })
    await dialog.getByRole('textbox', { name: 'Task' }).fill(task)
    await dialog.getByRole('button', { name: 'Start session' }).click()
    await expect(dialog).toHaveCount(0)
    await this.copyStep.getByRole('heading', { name: 'Copy outbox 1' }).waitFor()
  }

  /** Copies the outbox and returns what is on the clipboard then. */
  async copyOutbox(): Promise<string> {
    await this.page.keyboard.press('Control+Shift+c')
    await this.untilCopied()
    return this.clipboard()
  }

  /** The outbox of the round is written, with its files as they were then. */
  async untilCopied(): Promise<void> {
    await this.copyStep.getByText(/copied \d\d:/).waitFor()
  }

  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText())
  }

  /** Pastes as soon as the round waits for a reply, and its outbox is on the clipboard: it would take the place of the reply there. */
  async pasteReply(text: string): Promise<void> {
    await expect(this.pasteStep.getByRole('button', { name: /^Paste/ })).toBeEnabled()
    await this.untilCopied()
    await this.page.evaluate((each) => navigator.clipboard.writeText(each), text)
    await this.page.keyboard.press('Control+Shift+v')
  }

  row(text: string): Locator {
    return this.rows.filter({ hasText: text })
  }

  /** Applies the plan and waits for the next outbox or the end. */
  async apply(): Promise<void> {
    await this.review.getByRole('button', { name: /^(Apply|Finish)/ }).click()
  }
}
