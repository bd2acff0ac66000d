import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { runCommand, runProgram, type Ran } from '../../test/fakes/command-line.ts'
import { notSentHere } from '../core/doubt.ts'
import type { NewEvent } from '../core/event.ts'
import type { Halt } from '../core/halt.ts'
import { writeHalts } from '../io/halt-file.ts'
import { openOrThrow, tempFolder, workspace } from '../../test/fakes/journal.ts'
import { loadProtocols } from '../protocols/registry.ts'

const minute = 60_000

interface Line {
  readonly debtor: string
  readonly state: string
  readonly ageMs: number | null
}

function linesOf({ out }: Ran): Line[] {
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

/** A message of chat.md. */
function asked(wireId: string, text: string): NewEvent {
  return { wireId, raw: { text }, body: { kind: 'message', conversation: 'a⇄b', from: 'a', to: ['b'], observers: [], text } }
}

/** A project folder with a chat of two and mail between them. */
function project(mailAgeMs: number): string {
  const folder = path.join(tempFolder(), 'my project')
  mkdirSync(path.join(folder, '.workplace'), { recursive: true })
  writeFileSync(
    path.join(folder, '.workplace', 'chat.md'),
    [
      '[planner-to-coder]: Please review the retry helper.',
      '[coder-to-planner]: Acknowledged — starting review.',
      '[tester-to-coder]: Which port does it use?',
      '[coder-to-tester]: It uses 8080.',
      '',
    ].join('\n'),
  )
  const inbox = path.join(folder, '.switchboard', 'inbox', 'coder')
  mkdirSync(inbox, { recursive: true })
  const mail = (id: string, more: object): void =>
    writeFileSync(
      path.join(inbox, `${id}.json`),
      JSON.stringify({
        id,
        action: 'delegate_task',
        sender: 'planner',
        recipient: 'coder',
        payload: 'Write the table',
        createdAt: new Date(Date.now() - mailAgeMs).toISOString(),
        ...more,
      }),
    )
  mail('msg_1', {})
  mail('msg_2', { action: 'request_review', payload: 'The parser' })
  writeFileSync(path.join(inbox, 'msg_2.result.json'), JSON.stringify({ inReplyTo: 'msg_2', status: 'completed' }))
  return folder
}

/** A data folder with a workspace and one link. */
function folder(protocol = 'chat') {
  const dataDir = path.join(tempFolder(), 'my data')
  const journal = openOrThrow(dataDir)
  journal.putWorkspace({ ...workspace('w'), demo: false })
  journal.putLink({ id: 'one', workspace: 'w', protocol, name: 'chat.md', config: {}, enabled: true })
  return { dataDir, journal }
}

test('what is owed in a folder, through the real program; without a time nothing is overdue (F27)', async () => {
  const folder = project(5 * minute)
  const before = readFileSync(path.join(folder, '.workplace', 'chat.md'))
  const ran = await runProgram(['owed', folder, '--json'], { cwd: tempFolder() })
  expect(ran).toMatchObject({ code: 0, err: '' })
  expect(linesOf(ran)).toMatchObject([
    {
      key: expect.stringMatching(/^chat\|0:1:/) as string,
      kind: 'answer',
      debtor: 'coder',
      creditor: 'planner',
      state: 'open',
      ageMs: null,
      limitMs: 30 * minute,
      evidence: 'inferred',
      anchor: { line: 1 },
    },
    { key: 'switchboard|coder/msg_1', kind: 'task', debtor: 'coder', creditor: 'planner', text: 'Write the table', state: 'open' },
  ])
  expect(linesOf(ran)[1]?.ageMs).toBeGreaterThanOrEqual(5 * minute - 1_000)
  expect(readFileSync(path.join(folder, '.workplace', 'chat.md'))).toEqual(before)
})

test('an overdue debt exits with 1, a fault with 2; one agent alone, and words for people (F27)', async () => {
  const folder = project(31 * minute)
  const run = (...args: string[]): Promise<Ran> => runCommand(['owed', folder, ...args], { cwd: tempFolder() })
  const ran = await run('--json')
  expect(ran.code).toBe(1)
  expect(linesOf(ran).map(({ state }) => state)).toEqual(['open', 'overdue'])
  expect(await run('--json', '--agent', 'tester')).toMatchObject({ code: 0, out: '', err: '' })
  // Nothing open and a mistyped name look the same on stdout.
  expect(await run('--json', '--agent', 'testr')).toEqual({
    code: 0,
    out: '',
    err: 'patchbay: Nobody called “testr” has owed or asked for anything. Check the name.\n',
  })
  expect((await run()).out).toContain('overdue: coder → planner')
  expect((await runCommand(['owed', path.join(folder, 'missing')], { cwd: tempFolder() })).code).toBe(2)
  expect((await runCommand(['owed', '--data', path.join(folder, 'missing')], { cwd: tempFolder() })).code).toBe(2)
})

test('a name that only looks like another says whose it is not (F24)', async () => {
  const folder = path.join(tempFolder(), 'alike')
  mkdirSync(path.join(folder, '.workplace'), { recursive: true })
  const lines = ['[planner-to-coder]: Please review it.', '[planner-to-c0der]: Please merge it.', '[planner-to-0perator]: Which port?', '']
  writeFileSync(path.join(folder, '.workplace', 'chat.md'), lines.join('\n'))
  const { out } = await runCommand(['owed', folder], { cwd: tempFolder() })
  expect(out).toContain('coder (not c0der) → planner') // nobody can tell which
  expect(out).toContain('c0der (not coder) → planner')
  expect(out).toContain('0perator (not operator) → planner')
})

test('a name with a line feed in it makes no row of its own', async () => {
  const { dataDir, journal } = folder()
  const { body, ...event } = asked('1', 'Please fix the parser.')
  const events = [{ ...event, body: { ...body, to: ['b\noverdue: c'] } as NewEvent['body'] }]
  journal.append({ workspace: 'w', source: 'one', protocol: 'chat', at: Date.now(), events })
  try {
    const { out } = await runCommand(['owed', '--data', dataDir], { cwd: tempFolder() })
    expect(out.trim().split('\n')).toHaveLength(1)
    expect(out).toContain('⟦LF⟧')
  } finally {
    journal.close()
  }
})

test('every workspace of the journal, beside a running Patchbay, without what the operator decided (F27)', async () => {
  const dataDir = path.join(tempFolder(), 'my data')
  const journal = openOrThrow(dataDir)
  for (const id of ['w', 'v']) journal.putWorkspace({ ...workspace(id), demo: false })
  const link = { protocol: 'chat', name: 'chat.md', config: {}, enabled: true }
  journal.putLink({ ...link, id: 'one', workspace: 'w' })
  journal.putLink({ ...link, id: 'two', workspace: 'v' })
  const at = Date.now() - 40 * minute
  journal.append({ workspace: 'w', source: 'removed', protocol: 'chat', at, events: [asked('1', 'Please fix the lexer.')] })
  journal.append({ workspace: 'w', source: 'one', protocol: 'chat', at, events: [asked('1', 'Please fix the parser.')] })
  journal.append({
    workspace: 'v',
    source: 'two',
    protocol: 'chat',
    at,
    events: [asked('1', 'Which port?'), asked('2', 'Please add a test.')],
  })
  journal.putKept('v', 'debt mark', 'two|2', { verb: 'waive', at, cursor: 1 })
  try {
    const ran = await runCommand(['owed', '--json', '--data', dataDir], { cwd: tempFolder() })
    expect(linesOf(ran)).toMatchObject([
      { key: 'one|1', state: 'overdue' },
      { key: 'two|1', state: 'overdue' },
    ])
    expect(ran.code).toBe(1)
  } finally {
    journal.close()
  }
})

test('while this machine slept or the operator had halted limits stood still, as on the desk (F28)', async () => {
  const { dataDir, journal } = folder()
  const at = Date.now() - 90 * minute
  journal.append({ workspace: 'w', source: 'one', protocol: 'chat', at, events: [asked('1', 'Please fix the parser.')] })
  const state = async (): Promise<string | undefined> =>
    linesOf(await runCommand(['owed', '--json', '--data', dataDir], { cwd: tempFolder() }))[0]?.state
  try {
    expect(await state()).toBe('overdue')
    // Of its 90 minutes it slept 25, was halted once for 25, and is halted now since 25: 15 are left.
    journal.putKept('w', 'desk sleeps', 'all', [{ at: at + minute, ms: 25 * minute }])
    expect(await state()).toBe('overdue')
    journal.putSetting('halts.past', [
      { key: 'w', at: at + 30 * minute, ms: 25 * minute },
      { key: 'other', at, ms: 90 * minute },
    ])
    expect(await state()).toBe('overdue')
    const halt: Halt = { id: '7F3K', at: at + 65 * minute, scope: { kind: 'all' }, level: 'stop', by: 'operator', rows: [] }
    writeHalts(dataDir, { halts: [{ halt: { ...halt, level: 'ask' } }], ended: [] })
    expect(await state()).toBe('overdue')
    writeHalts(dataDir, { halts: [{ halt }], ended: [] })
    expect(await state()).toBe('open')
    // What cannot be read halts everything, and not from the beginning of time.
    writeFileSync(path.join(dataDir, 'halt.json'), '{')
    expect(await state()).toBe('overdue')
  } finally {
    journal.close()
  }
})

test('where an answer broke off, the clock stopped, and why is said (F27)', async () => {
  const { dataDir, journal } = folder('jaibber')
  const began = Date.now() - 90 * minute
  const append = (at: number, wireId: string, body: NewEvent['body'], supersedes?: string): void => {
    const event = { wireId, raw: { text: '' }, body, ...(supersedes !== undefined && { supersedes }) }
    journal.append({ workspace: 'w', source: 'one', protocol: 'jaibber', at: began + at * minute, events: [event] })
  }
  const stream = { kind: 'stream', id: 'r', conversation: 'p', from: 'Coder', text: 'It', replyTo: 'm' } as const
  append(0, 'm', { kind: 'message', conversation: 'p', from: 'ben', to: ['Coder'], observers: [], text: '@Coder is it late?' })
  append(1, 'r', { ...stream, state: 'writing' })
  append(8, 'r2', { ...stream, state: 'writing' }, 'r')
  append(12, 'r3', { ...stream, state: 'cut', reason: 'Coder left' }, 'r')
  try {
    const ran = await runCommand(['owed', '--json', '--data', dataDir], { cwd: tempFolder() })
    expect(linesOf(ran)).toMatchObject([{ key: 'one|m', state: 'open', cut: 'Coder left' }])
    expect(ran.code).toBe(0)
    expect((await runCommand(['owed', '--data', dataDir], { cwd: tempFolder() })).out).toContain(', its answer broke off: Coder left')
  } finally {
    journal.close()
  }
})

test('a debt whose author is in doubt says so; help says what a folder alone cannot tell (F27)', async () => {
  const { dataDir, journal } = folder()
  const { body, ...forged } = asked('1', 'Please fix the parser.')
  const events = [{ ...forged, body: { ...body, doubts: [notSentHere] } as NewEvent['body'] }, asked('2', 'Please add a test.')]
  journal.append({ workspace: 'w', source: 'one', protocol: 'chat', at: Date.now(), events })
  try {
    const run = (...args: string[]): Promise<Ran> => runCommand(['owed', ...args, '--data', dataDir], { cwd: tempFolder() })
    const rows = linesOf(await run('--json'))
    expect(rows).toMatchObject([{ key: 'one|1', doubt: notSentHere }, { key: 'one|2' }])
    expect(rows[1]).not.toHaveProperty('doubt')
    expect((await run()).out).toContain(`in doubt: ${notSentHere}`)
    expect((await run('--help')).out).toContain('who wrote')
  } finally {
    journal.close()
  }
})

test('words that are no question, several questions with one answer, and thanks on another link count as on the desk (F27)', async () => {
  const dataDir = path.join(tempFolder(), 'my data')
  const journal = openOrThrow(dataDir)
  journal.putWorkspace({ ...workspace('w'), demo: false })
  for (const id of ['one', 'two']) journal.putLink({ id, workspace: 'w', protocol: 'chat', name: id, config: {}, enabled: true })
  const now = Date.now()
  const say = (source: string, minutes: number, wireId: string, text: string, from = 'a', to = 'b'): void => {
    const body: NewEvent['body'] = { kind: 'message', conversation: [from, to].join('⇄'), from, to: [to], observers: [], text }
    journal.append({ workspace: 'w', source, protocol: 'chat', at: now - minutes * minute, events: [{ wireId, raw: { text }, body }] })
  }
  say('one', 90, 'none', 'Is it so?')
  journal.putKept('w', 'debt mark', 'one|none', { verb: 'none', at: now - 80 * minute, cursor: 1 })
  say('one', 70, 'same', 'Is it so?')
  say('one', 60, 'fix', 'Please fix the parser.', 'c', 'd')
  say('two', 50, 'fixed', 'It is in.', 'd', 'c')
  say('two', 40, 'thanks', 'Thanks, that is what I meant', 'c', 'd')
  say('one', 9, 'q1', 'Which port?', 'e', 'f')
  say('one', 8, 'q2', 'Which host?', 'e', 'f')
  say('one', 7, 'once', 'It is 8080.', 'f', 'e')
  try {
    const run = (...args: string[]): Promise<Ran> => runCommand(['owed', ...args, '--data', dataDir], { cwd: tempFolder() })
    expect(linesOf(await run('--json'))).toMatchObject([
      { key: 'one|q1', state: 'open', spoke: 2 },
      { key: 'one|q2', state: 'open', spoke: 2 },
    ])
    expect((await run()).out).toContain('spoke once')
  } finally {
    journal.close()
  }
})

test('a bug is told, and does not read as something that is overdue', async () => {
  const [chat] = await loadProtocols()
  if (chat?.readFolder === undefined) throw new Error('no folder is read')
  const broken = vi
    .spyOn(chat as { readFolder: NonNullable<typeof chat.readFolder> }, 'readFolder')
    .mockRejectedValue(new RangeError('too deep'))
  try {
    expect(await runCommand(['owed', tempFolder()], { cwd: tempFolder() })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('internal error'),
    })
  } finally {
    broken.mockRestore()
  }
})
