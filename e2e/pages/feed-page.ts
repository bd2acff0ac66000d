import type { Locator, Page } from '@playwright/test'

/** The feed of one workspace: rows, header, list pane and inspector. */
export class FeedPage {
  readonly page: Page
  readonly feed: Locator
  /** What is above the rows: the title, the number of messages, the buttons. */
  readonly head: Locator
  readonly rows: Locator
  readonly inspector: Locator
  readonly list: Locator

  constructor(page: Page) {
    this.page = page
    this.feed = page.getByRole('feed', { name: 'Messages' })
    this.head = page.locator('header').filter({ has: page.getByRole('button', { name: /^(Following|Paused)/ }) })
    this.rows = this.feed.getByRole('article')
    this.inspector = page.getByRole('complementary', { name: 'Inspector' })
    this.list = page.getByRole('complementary', { name: 'Conversations and agents' })
  }

  /** Shows the feed, with its key; a question that is open over the view stays. */
  async open(): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Views', includeHidden: true }).waitFor()
    await this.page.keyboard.press('Control+2')
  }

  /** Rows that say where the stream was interrupted or started over. */
  get markers(): Locator {
    return this.rows.filter({ has: this.page.locator('.rule.gap') })
  }

  /** The row that shows `text`. */
  row(text: string): Locator {
    return this.rows.filter({ hasText: text })
  }

  /** Selects a conversation, a link or `Everything` in the list pane. */
  async choose(name: string | RegExp): Promise<void> {
    await this.list.getByRole('tree', { name: 'Conversations' }).getByRole('treeitem', { name }).click()
  }

  /** The button that says Following or Paused. */
  get following(): Locator {
    return this.page.getByRole('button', { name: /^(Following|Paused)/ })
  }

  /** Ends the question for the operator's name, with `name`. */
  async answerName(name: string): Promise<void> {
    const form = this.page.getByRole('form', { name: 'Your name' })
    await form.getByRole('textbox').fill(name)
    await form.getByRole('button', { name: 'Use this name' }).click()
    await form.waitFor({ state: 'detached' })
  }
}
