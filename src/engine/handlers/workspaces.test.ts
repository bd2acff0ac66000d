import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { answerIn } from '../../../test/fakes/answer.ts'
import { follow } from '../../../test/fakes/engine.ts'
import { useOpenedEngine } from '../../../test/fakes/opened-engine.ts'
import { ok, type Fault } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { keepBackup, listBackups } from '../../io/journal/backups.ts'
import { copiesWith } from '../../io/journal/copies.ts'

const engine = useOpenedEngine()
const { value, faultOf, events } = engine

describe('app and settings', () => {
  test('reports what runs here and which workspace to show first', async () => {
    expect(await value('app.info', {})).toMatchObject({
      version: '0.0.0-test',
      shell: 'in-process',
      dataDir: engine.running.dataDir,
      canPickFolder: false,
      canReadClipboard: false,
      secretsNote: expect.stringContaining('keychain'),
      lastWorkspace: engine.workspace,
    })
    expect((await value('protocols.list', {})).map((info) => info.id)).toEqual(['fake'])
  })

  test('the clipboard is read by a shell that can, and text that cannot be a reply is a fault', async () => {
    expect(await faultOf('clipboard.read', {})).toMatchObject({ code: 'unsupported' })
    let text = '[DONE]\nall\n[/DONE]\n'
    await engine.start({ readClipboard: async () => ok(text) })
    expect(await value('app.info', {})).toMatchObject({ canReadClipboard: true })
    expect(await value('clipboard.read', {})).toEqual({ text })
    text = 'x'.repeat(limits.message + 1)
    expect(await faultOf('clipboard.read', {})).toMatchObject({ code: 'too-large' })
  })

  test('settings survive a restart; an unusable editor command is refused', async () => {
    expect(await value('settings.get', {})).toMatchObject({ theme: 'system', editor: '' })
    const set = engine.running.client.call('settings.set', { theme: 'dark', editor: ' code -g {file}:{line} ' })
    const { approvals } = await follow(engine.running.client, engine.workspace).state((each) => each.approvals.length === 1)
    await answerIn(engine.running, approvals[0], { allow: true, scope: 'once' })
    expect((await set).ok).toBe(true)
    expect(await faultOf('settings.set', { editor: 'code' })).toMatchObject({ code: 'invalid', field: 'editor', fix: 'code {file}' })
    engine.running = await engine.running.restart()
    expect(await value('settings.get', {})).toMatchObject({ theme: 'dark', editor: 'code -g {file}:{line}' })
  })
})

describe('workspaces', () => {
  test('the same folder by another path is the same workspace', async () => {
    const again = await value('workspaces.open', { path: `${engine.running.folder}/../${path.basename(engine.running.folder)}/` })
    expect(again.id).toBe(engine.workspace)
    expect(await value('workspaces.list', {})).toHaveLength(1)
  })

  test.each([
    ['relative', 'relative/folder', 'invalid', 'relative/folder'],
    ['missing', '/nowhere/at/all', 'not-found', '/nowhere/at/all'],
    ['with NUL', '/nowhere\0', 'invalid', 'NUL'],
  ])('a path that is %s is a fault with a reason', async (_why, given, code, words) => {
    const fault = await faultOf('workspaces.open', { path: given })
    expect(fault).toMatchObject({ code, field: 'path' })
    expect(fault.message).toContain(words)
  })

  test('a file is not a folder; the fault suggests its parent', async () => {
    expect(await faultOf('workspaces.open', { path: path.join(engine.running.folder, 'fake.txt') })).toMatchObject({
      code: 'invalid',
      fix: engine.running.folder,
    })
  })

  test('opening creates nothing in the folder', async () => {
    const fresh = path.join(engine.running.folder, 'fresh')
    await mkdir(fresh)
    await value('workspaces.open', { path: fresh })
    expect((await value('workspaces.folders', { path: `${fresh}/` })).folders).toEqual([])
  })

  test('folders are completed, including hidden ones on request, and those with .workplace are marked', async () => {
    for (const name of ['Alpha', 'alpine', 'beta', '.hidden']) await mkdir(path.join(engine.running.folder, name))
    await mkdir(path.join(engine.running.folder, 'beta', '.workplace'))
    const names = async (typed: string): Promise<string[]> =>
      (await value('workspaces.folders', { path: path.join(engine.running.folder, typed) })).folders.map((each) => each.name)
    expect(await names('al')).toEqual(['Alpha', 'alpine'])
    expect(await names('.h')).toEqual(['.hidden'])
    const all = await value('workspaces.folders', { path: `${engine.running.folder}/` })
    expect(all.folders.map((each) => [each.name, each.hasChat])).toEqual([
      ['Alpha', false],
      ['alpine', false],
      ['beta', true],
    ])
    expect(await faultOf('workspaces.folders', { path: 'x' })).toMatchObject({ code: 'invalid', field: 'path' })
    expect(await faultOf('workspaces.folders', { path: '/nowhere/at/all/' })).toMatchObject({ code: 'not-found', field: 'path' })
    expect((await value('workspaces.folders', { path: '' })).path).not.toBe('')
  })

  test('the operator has a name that is valid in every protocol in use', async () => {
    expect(await faultOf('workspaces.setOperator', { workspace: engine.workspace, name: 'Ann' })).toMatchObject({
      code: 'invalid',
      field: 'name',
    })
    expect(await faultOf('workspaces.setOperator', { workspace: engine.workspace, name: ' ' })).toMatchObject({ field: 'name' })
    expect(await value('workspaces.setOperator', { workspace: engine.workspace, name: 'coder' })).toMatchObject({
      operator: 'coder',
      operatorAsked: true,
    })
    const state = await follow(engine.running.client, engine.workspace).state()
    expect(state.agents.find((agent) => agent.name === 'coder')).toMatchObject({ isOperator: true, hue: 0 })
  })

  test('what is being forgotten cannot be used, and is not started again', async () => {
    const [driver] = engine.fake.drivers
    if (driver === undefined) throw new Error('no driver')
    const { promise, resolve } = Promise.withResolvers<undefined>()
    driver.stop = () => promise
    const forgotten = value('workspaces.forget', { workspace: engine.workspace })
    const page = { workspace: engine.workspace, filter: {}, limit: 1 }
    await vi.waitFor(async () => expect(await faultOf('feed.page', page)).toMatchObject({ code: 'not-found' }))
    expect(await faultOf('workspaces.open', { path: engine.running.folder })).toMatchObject({ code: 'not-found' })
    resolve(undefined)
    await forgotten
    expect(engine.fake.drivers).toHaveLength(1)
    expect(await value('workspaces.list', {})).toEqual([])
  })

  test('forgetting stops the links and forgets the events, not the folder', async () => {
    await value('workspaces.forget', { workspace: engine.workspace })
    expect(engine.fake.drivers[0]?.isRunning).toBe(false)
    expect(await value('workspaces.list', {})).toEqual([])
    expect((await value('app.info', {})).lastWorkspace).toBeUndefined()
    expect(await faultOf('feed.page', { workspace: engine.workspace, filter: {}, limit: 1 })).toMatchObject({ code: 'not-found' })
    expect(await readFile(path.join(engine.running.folder, 'fake.txt'), 'utf8')).toContain('bad news')
    const again = await value('workspaces.open', { path: engine.running.folder })
    expect(again.id).not.toBe(engine.workspace)
    engine.workspace = again.id
    expect(await events()).toHaveLength(3)
  })

  test('a forgotten workspace is also removed from backups, if the operator chooses that (F26)', async () => {
    const dataDir = engine.running.dataDir
    expect(await keepBackup(dataDir, 1)).toMatchObject({ ok: true })
    const copies = await value('workspaces.copies', { workspace: engine.workspace })
    expect(copies).toEqual([expect.objectContaining({ file: listBackups(dataDir)[0]?.file, isReadable: true })])
    const forgotten = engine.workspace
    await value('workspaces.forget', { workspace: forgotten, copies: 'clean' })
    await vi.waitFor(() => expect(copiesWith(dataDir, forgotten)).toEqual([]))
    expect(listBackups(dataDir)).toHaveLength(1)
  })

  test('forgetting the same workspace again meanwhile is refused, and changes nothing about its copies (F26)', async () => {
    const dataDir = engine.running.dataDir
    expect(await keepBackup(dataDir, 1)).toMatchObject({ ok: true })
    const asked = { workspace: engine.workspace, copies: 'clean' } as const
    const forgotten = value('workspaces.forget', asked)
    expect(await faultOf('workspaces.forget', { ...asked, copies: 'keep' })).toMatchObject({ code: 'conflict' })
    await forgotten
    await vi.waitFor(() => expect(copiesWith(dataDir, asked.workspace)).toEqual([]))
  })

  test('after the demo, the previous workspace is shown first again', async () => {
    const demo = await value('workspaces.demo', {})
    expect((await value('app.info', {})).lastWorkspace).toBe(demo.id)
    engine.running = await engine.running.restart()
    expect(await value('workspaces.list', {})).toHaveLength(1)
    expect((await value('app.info', {})).lastWorkspace).toBe(engine.workspace)
  })

  test('while everything is halted the demo does not start, and leaves nothing; the words are for the operator', async () => {
    const scope = { kind: 'all' } as const
    const { id, digest } = await value('halt.preview', { scope, level: 'stop' })
    await value('halt.start', { id, scope, level: 'stop', digest, links: [] })
    const fault = await faultOf('workspaces.demo', {})
    expect(fault).toEqual({
      code: 'refused',
      message: 'Everything is halted, and the demo would start agents. Open Patchbay without the demo and press Resume first.',
    })
    expect(await value('workspaces.list', {})).toHaveLength(1)
  })

  test('a page that reloads, or a second one, finds the demo with the time at which it began', async () => {
    const demo = await value('workspaces.demo', {})
    engine.running.skip(60_000)
    expect(await value('workspaces.open', { path: demo.path })).toEqual(demo)
    expect(await value('workspaces.demo', {})).toEqual(demo)
  })

  test('a folder dialog is used if the shell has one', async () => {
    expect(await faultOf('workspaces.pick', {})).toMatchObject({ code: 'unsupported' })
    let picked: string | undefined
    await engine.start({ pickFolder: () => Promise.resolve(picked) })
    expect(await faultOf('workspaces.pick', {})).toMatchObject({ code: 'cancelled' })
    picked = engine.running.folder
    expect((await value('workspaces.pick', {})).id).toBe(engine.workspace)
  })
})

test('after closing, every call is a fault', async () => {
  await engine.running.engine.close()
  expect(await faultOf('workspaces.list', {})).toMatchObject({ code: 'unavailable' })
  const faults: Fault[] = []
  engine.running.client.subscribe(
    { workspace: engine.workspace },
    () => undefined,
    (fault) => faults.push(fault),
  )
  await Promise.resolve()
  expect(faults).toMatchObject([{ code: 'unavailable' }])
})
