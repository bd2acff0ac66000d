import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** What a new agent of this machine answers with. */
export type ByProvider = { readonly program: string; readonly args: readonly string[] } | 'paste' | 'echo'

/** Agents of this machine, in the Agents view. */
export class LocalAgents {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** A row of *Local agents*. */
  row(name: string): Locator {
    const { page } = this
    const rows = page.getByRole('table', { name: 'Local agents' }).getByRole('row')
    return rows.filter({ has: page.getByRole('button', { name, exact: true }) })
  }

  /** Sets an agent up, and starts it after a look at what that allows. @returns the exact command that was shown. */
  async run(name: string, by: ByProvider): Promise<string> {
    const { page } = this
    await page.keyboard.press('Control+5')
    await page.getByRole('button', { name: 'Local agent', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Local agent' })
    await form.getByLabel('Name', { exact: true }).fill(name)
    if (typeof by === 'string') await form.getByText(by === 'paste' ? 'Paste' : 'Echo', { exact: true }).click()
    else {
      await form.getByLabel('Program').fill(by.program)
      await form.getByLabel('Arguments').fill(by.args.join('\n'))
    }
    await form.getByRole('button', { name: 'Add' }).click()
    await expect(form).toBeHidden()
    await this.row(name)
      .getByRole('button', { name: /^Start/ })
      .click()
    const dialog = page.getByRole('dialog', { name: `Start ${name}?` })
    await expect(dialog).toContainText(`everyone who mentions @${name}`)
    const command = typeof by === 'string' ? '' : await dialog.getByLabel('Exact command').innerText()
    await dialog.getByRole('button', { name: 'Start agent' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(this.row(name)).toContainText('ready')
    return command
  }
}
