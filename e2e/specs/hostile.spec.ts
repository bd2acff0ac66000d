import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { hostileFamilies, hostileStrings } from '../../test/corpora/hostile-strings.ts'
import { sampled, sized } from '../../test/sizes.ts'
import { expect } from '../app.ts'
import { FeedPage } from '../pages/feed-page.ts'
import { PasteView } from '../pages/paste-view.ts'
import { openDock, test } from '../team.ts'

const all = hostileStrings.filter((text) => text.trim() !== '' && text.length < 2_000)
/** One message for each of these strings; a line break inside is a continuation line, as our own sender writes it. */
const texts = sampled(all, 8)
const asLine = (text: string): string => text.replace(/\r\n|[\n\r]/g, '\n  ')
const asName = (text: string): string => text.replace(/[\],\n\r]/g, ' ').slice(0, 100)
/** The number of each text by the line of the chat with which it begins. */
const firstLines = new Map<number, number>()
let line = 1
for (const [index, text] of texts.entries()) {
  firstLines.set(line, index)
  line += asLine(text).split('\n').length
}
const chat = texts.map((text) => `[coder-to-reviewer] @ [${asName(text)}]: x ${asLine(text)}\n`).join('')

test.use({ chat })

test('hostile text in every field is shown and does nothing (F16)', async ({ app, workspace }) => {
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

  await page.keyboard.press('Control+5')
  await expect(page.getByRole('table', { name: 'Agents' }).getByRole('row')).not.toHaveCount(1)
  const agents = await page.getByRole('table', { name: 'Agents' }).getByRole('row').all()
  for (const row of agents.filter((_, index) => index % 40 === 1)) await row.click({ position: { x: 5, y: 5 } })
  await expectNothingRan(page)

  await page.keyboard.press('Control+k')
  for (const text of hostileFamilies['breakouts'] ?? []) await page.keyboard.insertText(text)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+2')
  await page.keyboard.press('/')
  for (const text of ['<img src=x onerror=1>', '"', 'in:"<b>"', 'x AND (']) {
    await page.getByRole('combobox', { name: 'Search messages' }).fill(text)
  }
  await page.keyboard.press('Escape')
  await expectNothingRan(page)
  await expect(feed.feed).toBeVisible()
  expect(requests).toEqual([])
})

test('hostile text in tasks, paths, prose, messages, commands and output is shown and does nothing (F16)', async ({ app, workspace }) => {
  const { page } = app
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(page.url()).origin)) requests.push(request.url())
  })
  page.on('dialog', (dialog) => requests.push(`dialog: ${dialog.message()}`))
  const samples = all.filter((text, index) => index % sized(24, 8) === 0 && !text.includes('\0'))
  const paste = new PasteView(page)
  await paste.open()
  const task = samples.join(' ').slice(0, 15_000)
  await paste.begin(task)
  await expectNothingRan(page)
  writeFileSync(path.join(workspace, 'printed.txt'), samples.join('\n'))
  const inbox = path.join(workspace, '.codingagent', 'inbox')
  writeFileSync(path.join(inbox, 'reply.part'), hostileReply(samples))
  renameSync(path.join(inbox, 'reply.part'), path.join(inbox, 'reply.txt'))
  await expect(paste.rows.first()).toBeVisible()
  await paste.review
    .getByText(/text outside commands/i)
    .first()
    .click()
  await expectNothingRan(page)
  for (let row = 0; row < samples.length; row += 1) {
    await page.keyboard.press('j')
    if (row % 20 === 0) await expectNothingRan(page)
  }
  await paste.review.getByRole('button', { name: /^Apply/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply anyway' }).click()
  await expect(paste.copyStep.getByRole('heading', { name: 'Copy outbox 2' })).toBeVisible()
  await paste.row('cat printed.txt').click()
  await expect(paste.review.getByLabel('Output')).toBeVisible()
  await expectNothingRan(page)
  await paste.copyStep.getByRole('button', { name: /^Read all/ }).click()
  await expect(page.getByRole('dialog', { name: 'Outbox 2' })).toBeVisible()
  await expectNothingRan(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+2')
  await expect(new FeedPage(page).rows.first()).toBeVisible()
  await expectNothingRan(page)
  expect(requests).toEqual([])
})

test('hostile text in every field of a team, its messages and its presence is shown and does nothing (F16)', async ({ app, team }) => {
  const { page } = app
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(page.url()).origin)) requests.push(request.url())
  })
  page.on('dialog', (dialog) => requests.push(`dialog: ${dialog.message()}`))
  const samples = all.filter((_, index) => index % sized(48, 16) === 0)
  for (const text of samples.slice(0, 12)) team.join(text, text)
  const mallory = team.join('mallory')
  await team.add(page)
  await openDock(page)
  samples.forEach((text, index) => {
    const file = {
      id: text,
      filename: text,
      mimeType: text,
      fileSize: index,
      blobUrl: index % 2 === 0 ? text : `https://files.example/${text}`,
    }
    const said = {
      fromUsername: text,
      agentName: text,
      mentions: [text],
      executionMode: text,
      respondingChain: [text],
      attachments: [file],
    }
    const parent = mallory.publish({ ...said, type: 'message', text, messageId: `${text} ${index}` })
    mallory.publish({ ...said, type: 'response', text, parentMessageId: parent, responseDepth: 1 })
    mallory.publish({ ...said, type: 'typing', text: '', responseId: `answer ${index}`, parentMessageId: parent })
    mallory.publish({ ...said, type: 'chunk', text, messageId: `answer ${index}` })
    if (index % 3 === 0) mallory.publish({ ...said, type: 'error', text, messageId: `answer ${index}` })
    mallory.publish({ ...said, type: text.slice(0, 60), text: `[HANDOFF: @${text} "${text}"]` })
    mallory.publish({ ...said, type: 'deregister', text, parentMessageId: text })
  })
  mallory.say('the last of them')
  const feed = new FeedPage(page)
  await expect(feed.row('the last of them')).toBeVisible()
  await expectNothingRan(page)
  await feed.feed.hover()
  for (let screen = 0; screen < samples.length; screen++) {
    await page.mouse.wheel(0, -1_200)
    if (screen % 4 === 0) await expectNothingRan(page)
  }
  await page.getByRole('button', { name: /show the project/ }).click()
  const members = await page.getByRole('region', { name: 'Members' }).getByRole('listitem').getByRole('button').all()
  expect(members.length).toBeGreaterThan(12)
  for (const member of members.slice(0, 6)) await member.click()
  await expectNothingRan(page)
  await page.getByRole('textbox', { name: 'Message' }).fill('@')
  await expect(page.getByRole('listbox', { name: 'People and agents' }).getByRole('option').first()).toBeVisible()
  await expectNothingRan(page)
  await page.keyboard.press('Control+5')
  await expect(page.getByRole('table', { name: 'Agents' }).getByRole('row')).not.toHaveCount(1)
  await expectNothingRan(page)
  expect(requests).toEqual([])
})

/** A reply with hostile text in every field that an LLM fills. Its one command prints them; the others are comments of the shell. */
function hostileReply(samples: readonly string[]): string {
  const blocks = samples.map((text, index) => {
    const path_ = text.replace(/["\n\r]/g, ' ')
    const kinds = [
      `[CREATE_FILE path="${path_}"]\n${text}\n[/CREATE_FILE]`,
      `[MESSAGE]\n${text}\n[/MESSAGE]`,
      `[RUN_COMMAND]\n: # ${text.replace(/[\n\r\v\f\u0085\u2028\u2029]/g, ' ')}\n[/RUN_COMMAND]`,
      `[EDIT_FILE path="${path_}" start_line="${path_}" end_line="1"]\n${text}\n[/EDIT_FILE]`,
    ]
    return `${text}\n${kinds[index % kinds.length]}\n`
  })
  return `[RUN_COMMAND]\ncat printed.txt\n[/RUN_COMMAND]\n${blocks.join('')}`
}

/** Agents whose names, roles, instructions, tasks and errors are hostile, beside the chat. */
function writeHostileAgents(workspace: string): void {
  const folder = path.join(workspace, '.workplace')
  mkdirSync(path.join(folder, 'agents'), { recursive: true })
  const samples = all.filter((_, index) => index % sized(24, 8) === 0)
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
  /** Anchors of rows that are neither messages nor the agents' unusable files, which are read meanwhile. */
  const others = new Set<string>()
  await expect(feed.rows.first()).toBeVisible()
  await feed.feed.hover()
  await expect(async () => {
    const rows = await feed.rows.evaluateAll((all) =>
      all.map((row) => ({ anchor: row.querySelector('.anchor')?.textContent ?? '', text: row.querySelector('.body')?.textContent ?? '' })),
    )
    for (const { anchor, text } of rows) {
      const index = firstLines.get(Number(anchor.split(':')[1]))
      if (index !== undefined) shown.set(index, text)
      else if (anchor !== '' && !/^agent-\d+\.md$/.test(anchor)) others.add(`${anchor} ${text}`)
    }
    await page.mouse.wheel(0, -600)
    expect(shown.size).toBe(count)
  }).toPass({ intervals: [20] })
  expect([...others]).toEqual([])
  return shown
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
        'body :is(script, style, iframe, frame, object, embed, base, meta, link, img, video, audio, math, template, marquee, plaintext, details:not(.prose), custom-element)',
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
