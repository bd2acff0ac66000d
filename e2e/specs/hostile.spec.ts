import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { hostileFamilies, hostileStrings } from '../../test/corpora/hostile-strings.ts'
import { expect, test } from '../app.ts'
import { FeedPage } from '../pages/feed-page.ts'

/** One message for every string; a line break inside is a continuation line, as our own sender writes it. */
const texts = hostileStrings.filter((text) => text.trim() !== '' && text.length < 2_000)
const asLine = (text: string): string => text.replace(/\r\n|[\n\r]/g, '\n  ')
const asName = (text: string): string => text.replace(/[\],\n\r]/g, ' ').slice(0, 100)
const chat = texts.map((text) => `[coder-to-reviewer] @ [${asName(text)}]: x ${asLine(text)}\n`).join('')

test.use({ chat })

test('hostile text in every field is shown and does nothing (F16)', async ({ app, workspace }) => {
  test.setTimeout(120_000)
  const { page } = app
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(page.url()).origin)) requests.push(request.url())
  })
  page.on('dialog', (dialog) => requests.push(`dialog: ${dialog.message()}`))
  writeHostileAgents(workspace)
  const feed = new FeedPage(page)

  const shown = await readWholeFeed(page, texts.length)
  expect(shown.size).toBe(texts.length)
  for (const family of ['markup', 'handlers', 'formats', 'paths', 'framing'] as const) {
    for (const text of hostileFamilies[family] ?? []) {
      const index = texts.indexOf(text)
      if (index >= 0 && /^[\x20-\x7e]+$/.test(text) && !/[&\\*_`~[\]]/.test(text))
        expect(lettersOf(shown.get(index) ?? '')).toContain(lettersOf(text))
    }
  }
  await expectNothingRan(page)

  await page.keyboard.press('Control+3')
  await expect(page.getByRole('table', { name: 'Agents' }).getByRole('row')).not.toHaveCount(1)
  const agents = await page.getByRole('table', { name: 'Agents' }).getByRole('row').all()
  for (const row of agents.filter((_, index) => index % 40 === 1)) await row.click({ position: { x: 5, y: 5 } })
  await expectNothingRan(page)

  await page.keyboard.press('Control+k')
  for (const text of hostileFamilies['breakouts'] ?? []) await page.keyboard.insertText(text)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+1')
  await page.keyboard.press('/')
  for (const text of ['<img src=x onerror=1>', '"', 'in:"<b>"', 'x AND (']) {
    await page.getByRole('combobox', { name: 'Search messages' }).fill(text)
  }
  await page.keyboard.press('Escape')
  await expectNothingRan(page)
  await expect(feed.feed).toBeVisible()
  expect(requests).toEqual([])
})

/** Agents whose names, roles, instructions, tasks and errors are hostile, beside the chat. */
function writeHostileAgents(workspace: string): void {
  const folder = path.join(workspace, '.workplace')
  mkdirSync(path.join(folder, 'agents'), { recursive: true })
  const samples = texts.filter((_, index) => index % 8 === 0)
  samples.forEach((text, index) => {
    const front = `---\nname: ${JSON.stringify(text)}\nrole: ${JSON.stringify(text)}\ntriggers: [${JSON.stringify(text)}]\nhandoff_to: [${JSON.stringify(text)}]\n---\n${text}\n`
    writeFileSync(path.join(folder, 'agents', `agent-${index}.md`), front)
  })
  const status = samples.map((text, index) => [
    `${text.slice(0, 60)}${index}`,
    { status: 'running', task: text, startedAt: text, error: text },
  ])
  writeFileSync(path.join(folder, 'process-status.json'), JSON.stringify(Object.fromEntries(status)))
}

/** Scrolls from the end to the beginning; returns what each message showed, by its number from 0. */
async function readWholeFeed(page: Page, count: number): Promise<Map<number, string>> {
  const feed = new FeedPage(page)
  const shown = new Map<number, string>()
  await expect(feed.rows.first()).toBeVisible()
  await feed.feed.hover()
  await expect(async () => {
    const rows = await feed.rows.evaluateAll((all) =>
      all.map((row) => ({ anchor: row.querySelector('.anchor')?.textContent ?? '', text: row.querySelector('.body')?.textContent ?? '' })),
    )
    for (const { anchor, text } of rows) if (anchor !== '') shown.set(messageAt(Number(anchor.split(':')[1])), text)
    await page.mouse.wheel(0, -600)
    expect(shown.size).toBe(count)
  }).toPass({ intervals: [20], timeout: 100_000 })
  return shown
}

/** Number of the message whose header stands in the physical `line`. */
function messageAt(line: number): number {
  let at = 1
  for (const [index, text] of texts.entries()) {
    if (at === line) return index
    at += asLine(text).split('\n').length
  }
  return -1
}

function lettersOf(text: string): string {
  return text.replace(/[^a-z0-9]/gi, '')
}

/** No script ran, and the page holds no element that could only come from a text. */
async function expectNothingRan(page: Page): Promise<void> {
  const state = await page.evaluate(() => ({
    ran: Reflect.get(globalThis, '__hostile') as unknown,
    polluted: Reflect.get({}, 'polluted') as unknown,
    foreign: [
      ...document.querySelectorAll(
        'body :is(script, style, iframe, frame, object, embed, base, meta, link, img, video, audio, math, template, marquee, plaintext, details, custom-element)',
      ),
    ].map((element) => element.outerHTML.slice(0, 200)),
    handlers: [...document.querySelectorAll('body *')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    ),
    badLinks: [...document.querySelectorAll('a[href]')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !/^(https?:|mailto:|#)/i.test(href)),
  }))
  expect(state).toEqual({ ran: undefined, polluted: undefined, foreign: [], handlers: [], badLinks: [] })
}
