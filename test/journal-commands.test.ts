import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Journal } from '../src/core/journal.ts'
import { openHeldSecret } from '../src/io/held-secret.ts'
import { lockInstance } from '../src/io/instance.ts'
import { keepBackup, listBackups } from '../src/io/journal/backups.ts'
import { launcher } from './launcher.ts'
import { runCommand, runProgram } from './fakes/command-line.ts'
import type { Ran } from './fakes/command-line.ts'
import { append, message, openOrThrow, tempFolder, workspace } from './fakes/journal.ts'
import { openSecretStore } from '../src/io/secrets.ts'

/** Commands on the journal, run through the real program. */
const runReal = (args: readonly string[], input = ''): Promise<Ran> => runProgram(args, { cwd: tempFolder(), input })
const run = (args: readonly string[]): Promise<Ran> => runCommand(args, { cwd: tempFolder() })

const file = (dataDir: string): string => path.join(dataDir, 'journal.db')
const texts = (journal: Journal): string[] => journal.since('w', 0, 1_000).map((event) => event.wireId)

/** A data folder with ten messages in its journal, closed. */
function folder(): string {
  const dataDir = path.join(tempFolder(), 'my data')
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  append(
    journal,
    Array.from({ length: 10 }, (_, index) => message(`m${index}`, `text ${index} `.repeat(400))),
  )
  journal.close()
  return dataDir
}

/** Runs `use` while this process holds the data folder, like a running Patchbay. */
async function whileRunning<T>(dataDir: string, use: () => Promise<T>): Promise<T> {
  const lock = lockInstance(dataDir)
  if (!lock.ok) throw new Error(lock.fault.message)
  const journal = openOrThrow(dataDir)
  try {
    return await use()
  } finally {
    journal.close()
    lock.value.release()
  }
}

/** Overwrites the page that contains this text. */
function damage(dataDir: string, text: string): void {
  const bytes = readFileSync(file(dataDir))
  const page = Math.floor(bytes.indexOf(text) / 4_096) * 4_096
  writeFileSync(file(dataDir), bytes.fill(0xff, page, page + 4_096))
}

test('backup copies a journal in use, and never overwrites a file (F26)', async () => {
  const dataDir = folder()
  const target = path.join(tempFolder(), 'a copy.db')
  const first = await whileRunning(dataDir, () => runReal(['backup', target, '--data', dataDir]))
  expect(first).toMatchObject({ code: 0, out: '', err: expect.stringContaining('10 events') as string })
  if (process.platform !== 'win32') expect(statSync(target).mode & 0o777).toBe(0o600)
  const before = readFileSync(target)
  const second = await run(['backup', target, '--data', dataDir])
  expect(second).toMatchObject({ code: 1, err: expect.stringContaining(target) as string })
  expect(readFileSync(target).equals(before)).toBe(true)
})

test('backup refuses a missing or damaged journal, and leaves no file', async () => {
  const [missing, dataDir, target] = [tempFolder(), folder(), path.join(tempFolder(), 'copy.db')]
  expect(await run(['backup', target, '--data', missing])).toMatchObject({ code: 1, err: expect.stringContaining(missing) as string })
  damage(dataDir, 'text 3 text 3')
  expect(await run(['backup', target, '--data', dataDir])).toMatchObject({
    code: 1,
    err: expect.stringContaining('patchbay repair') as string,
  })
  expect(existsSync(target)).toBe(false)
})

test('restore takes the newest daily backup, keeps the previous journal, and needs Patchbay to be stopped (F26)', async () => {
  const dataDir = folder()
  await keepBackup(dataDir, 1_000)
  const journal = openOrThrow(dataDir)
  append(journal, [message('later')])
  journal.close()
  const running = await whileRunning(dataDir, () => runReal(['restore', '--data', dataDir]))
  expect(running).toMatchObject({ code: 1, err: expect.stringContaining('already running') as string })
  const restored = await run(['restore', '--data', dataDir])
  expect(restored).toMatchObject({ code: 0, err: expect.stringContaining(listBackups(dataDir)[0]?.file ?? 'none') as string })
  expect(texts(openOrThrow(dataDir))).not.toContain('later')
  const kept = readdirSync(dataDir).find((name) => name.startsWith('journal.db.before-')) ?? ''
  expect(restored.err).toContain(kept)
  expect(existsSync(path.join(dataDir, kept))).toBe(true)
})

test('restore refuses an empty, a damaged and a missing file, and says which', async () => {
  const dataDir = folder()
  const before = readFileSync(file(dataDir))
  const other = folder()
  damage(other, 'text 3 text 3')
  const empty = path.join(tempFolder(), 'empty.db')
  writeFileSync(empty, '')
  for (const backup of [empty, file(other), path.join(dataDir, 'none.db')])
    expect(await run(['restore', backup, '--data', dataDir])).toMatchObject({ code: 1, err: expect.stringContaining(backup) as string })
  expect(await run(['restore', '--data', dataDir])).toMatchObject({ code: 1, err: expect.stringContaining('no daily backup') as string })
  expect(readFileSync(file(dataDir)).equals(before)).toBe(true)
})

test('repair leaves an intact journal alone, repairs a damaged one from the backup, and reports numbers (F26)', async () => {
  const dataDir = folder()
  await keepBackup(dataDir, 1_000)
  const running = await whileRunning(dataDir, () => runReal(['repair', '--data', dataDir]))
  expect(running).toMatchObject({ code: 1, err: expect.stringContaining('already running') as string })
  expect(await run(['repair', '--data', dataDir])).toMatchObject({ code: 0, err: expect.stringContaining('intact') as string })
  damage(dataDir, 'text 3 text 3')
  const mended = await run(['repair', '--data', dataDir])
  expect(mended).toMatchObject({ code: 0, err: expect.stringMatching(/[1-9]\d* more events came from the backup/) as string })
  expect(mended.err).not.toContain('could not be read')
  expect(texts(openOrThrow(dataDir))).toHaveLength(10)
})

test('repair says how many events are lost, and speaks of the backup only if there is one', async () => {
  const alone = folder()
  damage(alone, 'text 3 text 3')
  const { err } = await run(['repair', '--data', alone])
  expect(err).toMatch(/^Up to [1-9]\d* events? could not be read\.$/m)
  const saved = folder()
  await keepBackup(saved, 1_000)
  const journal = openOrThrow(saved)
  append(journal, [message('later', 'text later '.repeat(400))])
  journal.close()
  damage(saved, 'text later text later')
  expect((await run(['repair', '--data', saved])).err).toMatch(
    /^Up to [1-9]\d* events? could not be read and are not in the backup either\.$/m,
  )
})

test('repair makes a journal from an empty file and a backup', async () => {
  const dataDir = folder()
  await keepBackup(dataDir, 1_000)
  truncateSync(file(dataDir))
  expect(await run(['repair', '--data', dataDir])).toMatchObject({ code: 0 })
  expect(texts(openOrThrow(dataDir))).toHaveLength(10)
})

test('an export is piped into another data folder, while Patchbay is running (F26)', async () => {
  const dataDir = folder()
  const exported = await whileRunning(dataDir, () => runReal(['export', '--data', dataDir]))
  expect(exported).toMatchObject({ code: 0, err: expect.stringContaining('10 events') as string })
  const target = path.join(tempFolder(), 'other')
  const lines = exported.out.split('\n')
  const imported = await runReal(['import', '-', '--data', target], [...lines.slice(0, 4), 'no JSON', ...lines.slice(4)].join('\n'))
  expect(imported).toMatchObject({ code: 1, out: '' })
  expect(imported.err).toContain('Line 5 was skipped')
  expect(imported.err).toContain('Imported 10 events')
  expect(texts(openOrThrow(target))).toEqual(Array.from({ length: 10 }, (_, index) => `m${index}`))
  const events = path.join(target, 'events.jsonl')
  writeFileSync(events, exported.out)
  const again = await whileRunning(target, () => run(['import', events, '--data', target]))
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('already running') as string })
  expect(await run(['import', events, '--data', target])).toMatchObject({
    code: 0,
    err: expect.stringContaining('10 were there') as string,
  })
  expect(await run(['export', '--data', dataDir, '--from', 'never'])).toMatchObject({ code: 2, out: '' })
})

const secret = (name: string): string => `CANARY-${name}`

test.skipIf(!existsSync('/dev/full'))('output that finds no room on the disk is said, not only an exit code', () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const ran = spawnSync(process.execPath, [launcher, 'export', '--data', folder()], { encoding: 'utf8', stdio: ['ignore', full, 'pipe'] })
  expect(ran.status).toBe(1)
  expect(ran.stderr).toContain('patchbay: Could not write the output: the disk is full.')
})

test('an export contains no secret known to Patchbay (F26)', async () => {
  const dataDir = folder()
  const store = await openSecretStore({ dataDir, env: {} })
  await store.put('ja', 'ablyKey', secret('stored'), 'place')
  const held = openHeldSecret(dataDir, 'switchboard', ['w', 'coder'])
  held.keep(secret('held'))
  held.release()
  const journal = openOrThrow(dataDir)
  const link = (id: string, protocol: string, config: Record<string, string>): void =>
    journal.putLink({ id, workspace: 'w', protocol, name: id, config, enabled: true })
  const address = `https://me:${secret('password-in-address')}@auth.example.org/ably?key=${secret('key-in-address')}`
  link('ja', 'jaibber', { auth: 'authUrl', authUrl: address, ablyKey: secret('config'), authHeader: secret('header') })
  link('irc', 'scuttlebot', { host: 'irc.example.org', password: secret('irc') })
  const agents = [{ id: 'a', settings: { name: 'Coder', provider: { kind: 'paste' }, instructions: secret('agent') }, isRunning: true }]
  const states: Readonly<Record<string, unknown>> = {
    jaibber: {
      v: 1,
      mark: 0,
      projects: { added: [], left: [], listed: [], configured: [], settings: [] },
      queue: [],
      crew: { v: 1, agents },
    },
    switchboard: { v: 1, shells: [secret('shell')], registrations: [{ id: secret('registration'), name: 'coder', kind: 'chat' }] },
    codingagent: { v: 1, anything: secret('session') },
  }
  for (const [protocol, state] of Object.entries(states)) {
    const source = protocol === 'jaibber' ? 'ja' : protocol
    journal.append({ workspace: 'w', source, protocol, at: 1, events: [message(protocol)], state })
  }
  const actor = { kind: 'agent', name: 'coder', registration: secret('grant-registration') } as const
  journal.putGrant({ id: 'g', workspace: 'w', actor, kind: 'spawn', target: 'sh', exact: secret('grant'), scope: 'always', at: 1 })
  journal.recordAct({ id: 'a', at: 1, workspace: 'w', actor: 'coder', kind: 'spawn', target: secret('act'), phase: 'done' }, false)
  journal.putSetting('settings', { editor: secret('editor') })
  const address0 = `http://127.0.0.1:1/#token=${secret('launch-token')}`
  const lock = lockInstance(dataDir)
  if (lock.ok) lock.value.publish({ address: address0 })
  const { code, out, err } = await run(['export', '--data', dataDir])
  journal.close()
  if (lock.ok) lock.value.release()
  expect(code).toBe(0)
  expect(out.match(/"type":"event"/g)).toHaveLength(13)
  expect(out).toContain('auth.example.org')
  expect(`${out}${err}`.match(/CANARY-[\w-]*/g)).toBeNull()
})
