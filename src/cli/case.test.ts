import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { runCommand, type Ran } from '../../test/fakes/command-line.ts'
import type { NewEvent } from '../core/event.ts'
import { limits } from '../core/limits.ts'
import { openHeldSecret } from '../io/held-secret.ts'
import { openInstallation } from '../io/installation.ts'
import { openOrThrow, tempFolder, workspace } from '../../test/fakes/journal.ts'
import { openSecretStore } from '../io/secrets.ts'
import { exportCase } from './case.ts'

const minute = 60_000

interface Folder {
  readonly dataDir: string
  /** The operator joined a name to an agent. */
  join(name: string, agent: string): void
  say(minutesAgo: number, wireId: string, text: string, more?: Partial<Extract<NewEvent['body'], { kind: 'message' }>>): void
  tool(minutesAgo: number, text: string): void
}

/** A data folder with a workspace and one link. */
function folder(now: number): Folder {
  const dataDir = path.join(tempFolder(), 'my data')
  const journal = openOrThrow(dataDir)
  journal.putWorkspace({ ...workspace('w'), demo: false, name: 'tidepool' })
  journal.putLink({ id: 'one', workspace: 'w', protocol: 'chat', name: 'chat.md', config: {}, enabled: true })
  const add = (minutesAgo: number, wireId: string, body: NewEvent['body']): void => {
    const anchor = { label: `chat.md:${wireId}` }
    const raw = { text: 'text' in body ? body.text : '', anchor }
    journal.append({ workspace: 'w', source: 'one', protocol: 'chat', at: now - minutesAgo * minute, events: [{ wireId, raw, body }] })
  }
  return {
    dataDir,
    join: (name, agent) => journal.putKept('w', 'alias', `one|${name}`, agent),
    say: (ago, wireId, text, more) =>
      add(ago, wireId, { kind: 'message', conversation: 'coder⇄operator', from: 'coder', to: ['operator'], observers: [], text, ...more }),
    tool: (ago, text) => add(ago, `tool ${text}`, { kind: 'notice', conversation: 'coder⇄operator', from: 'coder', text, tone: 'tool' }),
  }
}

const exported = (dataDir: string, ...args: string[]): Promise<Ran> =>
  runCommand(['case', 'export', '--data', dataDir, '--from', '2d', ...args], { cwd: tempFolder() })

async function verified(content: string | Buffer, ...args: string[]): Promise<Ran> {
  const file = path.join(tempFolder(), 'my case')
  writeFileSync(file, content)
  return runCommand(['case', 'verify', file, ...args], { cwd: tempFolder() })
}

test('a case is exported beside a running Patchbay, as lines and as a page, and says which line was changed', async () => {
  const now = Date.now()
  const { dataDir, say, tool } = folder(now)
  say(60 * 24 * 3, '1', 'Too old')
  say(50, '2', 'Which port?')
  tool(45, 'edit')
  say(40, '3', '8080', { from: 'operator', to: ['coder'], replyTo: '2' })

  const lines = await exported(dataDir, '--title', 'Ports of tidepool', '--term', 'tidepool')
  expect(lines).toMatchObject({ code: 0 })
  const rows = lines.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(rows).toMatchObject([
    { type: 'patchbay-case', title: 'Ports of ‹term 1›', workspace: '‹term 1›' },
    { type: 'event', n: 1, text: 'Which port?', to: ['‹operator›'], anchor: 'chat.md:2' },
    { type: 'event', n: 2, text: '8080', replyTo: 1 },
    { type: 'debt', debtor: '‹operator›', state: 'settled', n: 1 },
    { type: 'left-out', count: 1 },
    { type: 'end', events: 2 },
  ])
  const hash = /sha256 ([0-9a-f]{64})/.exec(lines.err)?.[1] ?? ''
  expect(await verified(lines.out, '--hash', hash)).toMatchObject({ code: 0 })
  expect(await verified(lines.out, '--hash', '0'.repeat(64))).toMatchObject({ code: 1 })
  expect(await verified(lines.out.replace('8080', '8081'))).toMatchObject({ code: 1, err: expect.stringContaining('Line 3') as string })

  const page = await exported(dataDir, '--page')
  expect(await verified(page.out)).toMatchObject({ code: 0, out: expect.stringContaining('shows what its lines say') as string })
  expect(await verified(page.out.replace('>8080<', '>8081<'))).toMatchObject({ code: 1 })
})

test('a byte that is changed in a sign for unreadable bytes is a change (F29)', async () => {
  const { dataDir, say } = folder(Date.now())
  say(50, '1', 'It printed \ufffd')
  for (const form of [[], ['--page']]) {
    const whole = Buffer.from((await exported(dataDir, ...form)).out)
    const at = whole.indexOf('\ufffd')
    expect(await verified(whole)).toMatchObject({ code: 0 })
    // As UTF-8, what is left of the sign is read as the same sign.
    const changed = Buffer.from(whole).fill(0xf0, at, at + 1)
    const shorter = Buffer.concat([whole.subarray(0, at + 1), whole.subarray(at + 2)])
    for (const bytes of [changed, shorter])
      expect(await verified(bytes)).toMatchObject({ code: 1, err: expect.stringContaining('not UTF-8') as string })
  }
})

test('the only workspace of a data folder needs no name, also if it is the demo', async () => {
  const dataDir = path.join(tempFolder(), 'demo')
  const journal = openOrThrow(dataDir)
  expect(await exported(dataDir)).toMatchObject({ code: 1, err: expect.stringContaining('no workspace') as string })
  journal.putWorkspace({ ...workspace('d'), demo: true, name: 'harbour' })
  expect(await exported(dataDir)).toMatchObject({ code: 0, out: expect.stringContaining('"workspace":"harbour"') as string })
  journal.putWorkspace({ ...workspace('w'), demo: false, name: 'tidepool' })
  expect(await exported(dataDir)).toMatchObject({ code: 0, out: expect.stringContaining('"workspace":"tidepool"') as string })
  journal.close()
})

test('while this machine slept or the operator had halted limits stood still, as on the desk', async () => {
  const now = Date.now()
  const { dataDir, say } = folder(now)
  say(50, '1', 'Which port?')
  const debt = async (): Promise<Record<string, unknown> | undefined> =>
    (await exported(dataDir)).out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find(({ type }) => type === 'debt')
  const asked = now - 50 * minute
  expect(await debt()).toMatchObject({ isOverdue: true, limitAt: asked + 10 * minute })
  const journal = openOrThrow(dataDir)
  journal.putKept('w', 'desk sleeps', 'all', [{ at: asked + minute, ms: 20 * minute }])
  expect(await debt()).toMatchObject({ isOverdue: true, limitAt: asked + 30 * minute })
  journal.putSetting('halts.past', [
    { key: 'w', at: asked + 22 * minute, ms: 25 * minute },
    { key: 'other', at: asked, ms: 50 * minute },
  ])
  journal.close()
  expect(await debt()).toMatchObject({ isOverdue: false, limitAt: asked + 55 * minute })
})

test('no secret that this installation has is in a case, however it is spelled (F29)', async () => {
  const now = Date.now()
  const { dataDir, say } = folder(now)
  const secrets = ['pass"word>>>??? of/two', 'a-resume-secret-1', 'from-the-environment-1']
  const store = await openSecretStore({ dataDir })
  expect(await store.put('one', 'password', secrets[0] ?? '', 'place')).toMatchObject({ ok: true })
  const held = openHeldSecret(dataDir, 'sessions', ['coder'])
  held.keep(secrets[1] ?? '')
  held.release()
  expect(openInstallation(dataDir)).toMatchObject({ ok: true })
  secrets.push((JSON.parse(readFileSync(path.join(dataDir, 'installation.json'), 'utf8')) as { secret: string }).secret)
  writeFileSync(path.join(dataDir, 'instance.json'), JSON.stringify({ pid: 1, address: 'http://127.0.0.1:7420/#t0ken-of-the-page' }))
  secrets.push('t0ken-of-the-page')
  const spellings = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(secret)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
    encodeURIComponent(secret),
    new URLSearchParams({ x: secret }).toString().slice('x='.length),
    Buffer.from(secret).toString('base64url'),
    JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
    encodeURIComponent(secret).toLowerCase(),
    Buffer.from(secret).toString('hex'),
    Buffer.from(`x${secret}yz`)
      .toString('base64')
      .slice(2, Math.floor(((secret.length + 1) * 8) / 6)),
  ])
  for (const [index, secret] of spellings.entries())
    say(30, String(index), `It is ${secret}!`, {
      from: `agent ${secret}`.slice(0, 120),
      to: [secret.slice(0, 120)],
      label: secret.slice(0, 120),
      conversation: secret,
      doubts: [secret],
    })
  process.env['PATCHBAY_SECRET_ONE_TOKEN'] = secrets[2]
  try {
    for (const form of [[], ['--page']]) {
      const { out, code } = await exported(dataDir, ...form, '--keep', 'home', 'mail', 'host', 'me')
      expect(code).toBe(0)
      expect(spellings.filter((secret) => out.includes(secret) || out.includes(JSON.stringify(secret).slice(1, -1)))).toEqual([])
      expect(out).toContain('‹secret 1›')
    }
  } finally {
    delete process.env['PATCHBAY_SECRET_ONE_TOKEN']
  }
})

test('the token of the MCP server, hosts without a dot and a short name of the operator are not in a case (F29)', async () => {
  const { dataDir, say } = folder(Date.now())
  const project = tempFolder()
  mkdirSync(path.join(project, 'sub', '.switchboard'), { recursive: true })
  const token = '3v9sT0kenOfTheServer-43letters_ofbase64url00'
  writeFileSync(path.join(project, 'sub', '.switchboard', 'auth_token'), `${token}\n`)
  const journal = openOrThrow(dataDir)
  journal.putWorkspace({ ...workspace('w'), demo: false, path: project, operator: 'Bo' })
  const link = { workspace: 'w', name: 'a link', enabled: true }
  journal.putLink({ ...link, id: 'two', protocol: 'switchboard', config: { folder: 'sub', personas: 'x', poll: false } })
  journal.putLink({ ...link, id: 'irc', protocol: 'scuttlebot', config: { server: 'buildbox', port: 6697, tls: true, nick: 'coder-7' } })
  const lamp: NewEvent = { wireId: 'lamp', raw: { text: '' }, body: { kind: 'lamp', lamp: 'up', text: 'up', since: 1 } }
  for (const [source, protocol] of Object.entries({ two: 'switchboard', irc: 'scuttlebot' }))
    journal.append({ workspace: 'w', source, protocol, at: 1, events: [lamp] })
  journal.close()
  say(5, '1', `Bo, use ${token} on buildbox, as coder-7`, { to: ['Bo'] })
  const { out, code } = await exported(dataDir)
  expect(code).toBe(0)
  expect(out).toContain('"text":"‹operator›, use ‹secret 1› on ‹host 1›, as coder-7"')
  expect(out).toContain('"to":["‹operator›"]')
  expect((await exported(dataDir, '--keep', 'host', 'me')).out).toContain('Bo, use ‹secret 1› on buildbox')
})

test('says what is wrong with what was typed', async () => {
  const { dataDir } = folder(Date.now())
  expect(await exported(dataDir, '--term', '/(/')).toMatchObject({ code: 2, err: expect.stringContaining('not a pattern') as string })
  expect(await exported(dataDir, '--title', 'x'.repeat(129))).toMatchObject({ code: 2, err: expect.stringContaining('128') as string })
  expect(await exported(dataDir, '--to', '3d')).toMatchObject({ code: 2, err: expect.stringContaining('before') as string })
  // A device or a pipe has no end.
  const device = await runCommand(['case', 'verify', process.platform === 'win32' ? dataDir : '/dev/null'], { cwd: tempFolder() })
  expect(device).toMatchObject({ code: 1, err: expect.stringContaining('not a file') as string })
  expect(await verified('hello', '--hash', '9f3c')).toMatchObject({
    code: 2,
    err: expect.stringContaining('64 hexadecimal digits') as string,
  })
  expect(await verified('hello')).toMatchObject({ code: 1, err: expect.stringContaining('not a case') as string })
})

test('no part of a secret is in what somebody owes, whose text is one line that is cut (F29)', async () => {
  const now = Date.now()
  const { dataDir, say } = folder(now)
  const [known, seen, broken] = ['tide-pool-9-lighthouse', 'AKIAIOSFODNN7EXAMPLE', 'harbour-town-7-pier']
  const store = await openSecretStore({ dataDir })
  expect(await store.put('one', 'password', known, 'place')).toMatchObject({ ok: true })
  process.env['PATCHBAY_SECRET_TWO_TOKEN'] = broken
  try {
    // Wherever the text is cut, one of them is on both sides.
    for (let before = 100; before < limits.debtText; before += 6)
      for (const secret of [known, seen]) say(30, `${secret} ${before}`, `Is it ${'x '.repeat(before / 2)}${secret} ${'y '.repeat(90)}?`)
    say(30, 'broken', `Can you tell me whether ${broken.slice(0, 12)}\n  ${broken.slice(12)} is still used?`)
    const texts = (await exported(dataDir)).out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string; readonly text?: string })
      .flatMap(({ type, text }) => (type === 'debt' ? [text ?? ''] : []))
    expect(texts.length).toBeGreaterThan(30)
    const parts = [known, seen, broken].flatMap((secret) => Array.from({ length: secret.length - 4 }, (_, at) => secret.slice(at, at + 5)))
    expect(texts.filter((text) => parts.some((part) => text.includes(part)))).toEqual([])
  } finally {
    delete process.env['PATCHBAY_SECRET_TWO_TOKEN']
  }
})

test('where agents are replaced, so is the name of an agent that only the operator gave them (F29)', async () => {
  const { dataDir, join, say } = folder(Date.now())
  join('coder', 'zebra')
  const ring = ['coder', 'tester', 'docs'] as const
  for (const [at, from] of ring.entries()) {
    const to = ring[(at + 1) % ring.length] ?? ''
    say(50 - at, `${at}`, `Which port is ${from}'s?`, { from, to: [to], conversation: `${from}⇄${to}` })
  }
  const { out } = await exported(dataDir, '--agents')
  expect(JSON.parse(out.split('\n', 1)[0] ?? '')).toMatchObject({ deadlocks: [{ proofs: [1, 2, 3] }] })
  expect(out).not.toContain('zebra')
})

test('a case whose pattern never ends is cancelled when the command is to end', async () => {
  const { dataDir, say } = folder(Date.now())
  say(50, '2', `${'a'.repeat(60)}!`)
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const code = exportCase({ from: '2d', data: dataDir, term: ['/(a+)+$/'] }, ended)
  end()
  expect(await code).toBe(1)
  expect(said.mock.calls.map(String).join('')).toContain('Cancelled.')
  said.mockRestore()
})
