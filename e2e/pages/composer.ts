import type { Locator, Page } from '@playwright/test'

/** The form below the feed. */
export class Composer {
  readonly form: Locator
  readonly to: Locator
  readonly text: Locator
  readonly wire: Locator
  readonly send: Locator

  constructor(page: Page) {
    this.form = page.getByRole('form', { name: 'New message' })
    this.to = this.form.getByRole('combobox', { name: 'To' })
    this.text = this.form.getByRole('textbox', { name: 'Message' })
    this.wire = this.form.getByLabel('Text that will be written')
    this.send = this.form.getByRole('button', { name: /^Send/ })
  }

  /** Fills the form; `to` is taken as one name. */
  async fill(to: string, text: string): Promise<void> {
    await this.to.fill(to)
    await this.to.press('Enter')
    await this.text.fill(text)
  }
}
