import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** What a new agent of this machine answers with. */
export type ByProvider = { readonly program: string; readonly args: readonly string[] } | 'paste' | 'echo'

/** A team on Ably, as the operator links it and runs agents in it. */
export class TeamPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Links a team over a server on this machine, with one project. */
  async add(server: { readonly port: number; readonly key: string }, project: string): Promise<void> {
    const { page } = this
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: /Links/ }).click()
    await page.getByRole('button', { name: 'Add a team' }).first().click()
    const form = page.getByRole('form', { name: 'Add a team' })
    await form.getByLabel('Name', { exact: true }).fill('harbour')
    await form.getByLabel('Ably key').fill(server.key)
    await form.getByLabel('Projects').fill(project)
    await form.getByLabel('Your name').fill('mira')
    await form.getByLabel('Endpoint').fill(`127.0.0.1:${server.port}`)
    await form.getByLabel('TLS').uncheck()
    await form.getByRole('button', { name: /^Add/ }).click()
    const [, name = project] = project.split('=')
    await expect(this.project(name)).toBeVisible()
  }

  /** Goes to a view by its place in the rail. */
  async open(view: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: new RegExp(`^${view}`) })
      .click()
  }

  /** A project under the team's link, once it is joined. */
  project(name: string): Locator {
    return this.page.getByRole('group', { name: 'harbour' }).getByRole('button', { name: new RegExp(`^${name} ?\\d`) })
  }

  /** A row of *Run from here*. */
  local(name: string): Locator {
    const { page } = this
    const rows = page.getByRole('table', { name: 'Run from here' }).getByRole('row')
    return rows.filter({ has: page.getByRole('button', { name, exact: true }) })
  }

  /** Sets an agent up, and starts it after a look at what that allows. @returns the exact command that was shown. */
  async run(name: string, by: ByProvider): Promise<string> {
    const { page } = this
    await page.keyboard.press('Control+3')
    await page.getByRole('button', { name: 'Local agent', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Local agent' })
    await form.getByLabel('Name', { exact: true }).fill(name)
    if (typeof by === 'string') await form.getByText(by === 'paste' ? 'Paste' : 'Echo', { exact: true }).click()
    else {
      await form.getByLabel('Program').fill(by.program)
      await form.getByLabel('Arguments').fill(by.args.join('\n'))
    }
    await form.getByRole('button', { name: 'Add it' }).click()
    await expect(form).toBeHidden()
    await this.local(name)
      .getByRole('button', { name: /^Start/ })
      .click()
    const dialog = page.getByRole('dialog', { name: `Start ${name}?` })
    await expect(dialog).toContainText(`everyone who mentions @${name}`)
    const command = typeof by === 'string' ? '' : await dialog.getByLabel('Exact command').innerText()
    await dialog.getByRole('button', { name: 'Start it' }).click()
    await expect(this.local(name)).toContainText('ready')
    return command
  }
}
