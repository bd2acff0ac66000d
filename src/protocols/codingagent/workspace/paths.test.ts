import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampled, sized } from '../../../../test/sizes.ts'
import { buildTree, canary, digestOutside, legalNames, outLinks, pathCases } from '../../../../test/corpora/paths.ts'
import type { Permit } from '../../../core/protocol.ts'
import { memoryFolder } from '../../../../test/memory-folder.ts'
import { openGate } from '../../../../test/fakes/link-context.ts'
import type { Command } from '../pure/command.ts'
import { pathsOf, planRound } from '../pure/plan.ts'
import type { PlannedStep, StepEffect } from '../pure/plan.ts'
import { applyStep } from './apply-row.ts'
import type { ApplyContext } from './apply-row.ts'
import { hashOf, lookAt, readForOutbox } from './read-file.ts'
import { SnapshotObjects } from './snapshot-objects.ts'
import type { HomeRoot } from './snapshot-objects.ts'
import { openSnapshots } from './snapshots.ts'
import { showTree } from './tree.ts'

let base: string
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(memoryFolder, 'patchbay-agent-paths-')))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

let trees = 0
function newTree(): { readonly folder: string; readonly ws: string } {
  const folder = join(base, String(++trees))
  mkdirSync(join(folder, 'home'), { recursive: true })
  return { folder, ws: buildTree(folder) }
}

const place = { line: 1, lastLine: 1 }
const commands = {
  create: (path) => ({ type: 'CREATE_FILE', path, body: 'written\n', ...place }),
  edit: (path) => ({ type: 'EDIT_FILE', path, startLine: 1, endLine: 1, body: 'written\n', ...place }),
  delete: (path) => ({ type: 'DELETE_FILE', path, ...place }),
  read: (path) => ({ type: 'READ_FILE', path, ...place }),
} as const satisfies Readonly<Record<string, (path: string) => Command>>

const operator = { kind: 'operator', name: 'operator' } as const
const world = (ws: string): ApplyContext => ({
  root: ws,
  gate: openGate,
  actor: operator,
  signal: new AbortController().signal,
  onOutput: () => undefined,
})

async function planned(ws: string, command: Command): Promise<PlannedStep> {
  const looks = await lookAt(ws, pathsOf([command]))
  const { steps } = planRound({
    commands: [command],
    look: (path) => looks.get(path) ?? { kind: 'missing' },
    shown: new Map(),
    choices: new Map(),
  })
  return steps[0] as PlannedStep
}

/** A step with an unchecked path, as if the planner had been fooled. */
async function forged(ws: string, path: string, effect: StepEffect): Promise<boolean> {
  const { row } = await planned(ws, commands.read('x'))
  return (await applyStep(world(ws), { row, command: commands.read(path), effect })).success
}

const permit = { act: 'test' } as Permit
const homeOf = (ws: string): HomeRoot => ({ root: join(ws, '..', 'home'), prefix: '' })

/** Everything that takes a path. True if it was done. */
type Operation = (ws: string, path: string, said: (text: unknown) => void) => Promise<boolean>
function replying(make: (path: string) => Command): Operation {
  return async (ws, path, said) => {
    const step = await planned(ws, make(path))
    const result = await applyStep(world(ws), step)
    said([step, result])
    return result.success
  }
}

const operations: Readonly<Record<string, Operation>> = {
  ...Object.fromEntries(Object.entries(commands).map(([name, make]) => [`a reply that wants to ${name}`, replying(make)])),
  'a forged step that creates': (ws, path) => forged(ws, path, { kind: 'write', path, after: 'written' }),
  'a forged step that deletes': (ws, path) => forged(ws, path, { kind: 'delete', path, before: canary }),
  'the contents for an outbox': async (ws, path, said) => {
    const content = await readForOutbox(ws, path)
    said(content)
    return 'text' in content
  },
  'a snapshot': async (ws, path, said) => {
    const snapshots = openSnapshots(homeOf(ws))
    const taken = await snapshots.take(permit, ws, [path])
    said(taken.ok ? await snapshots.looks(taken.value) : taken)
    return taken.ok
  },
  'the tree': async (ws, path, said) => {
    const shown = await showTree(ws, { folder: path, leaveOut: new Set([path]), attach: new Set([path]), closed: [] })
    said(shown)
    return shown.ok && shown.value.entries.length > 0
  },
}

/** Families that the specification resolves inside the workspace: done or refused, but never outside. */
const resolved = new Set(['up', 'backslash', 'empty'])

// In this order: the last test counts what the others tried.
describe('paths of a reply and of the screen (F14)', { shuffle: false }, () => {
  let tried = 0
  it.each(Object.entries(operations))('%s stays inside', async (operation, perform) => {
    const { folder, ws } = newTree()
    const before = digestOutside(folder, ['ws', 'home'])
    const wrong: string[] = []
    // Each operation takes another part, so that every path is tried.
    for (const { path, expect: wanted, family } of sampled(pathCases(folder), 4, Object.keys(operations).indexOf(operation))) {
      // Where both are possible, the planned one was tried first.
      if (operation.startsWith('a forged') && wanted !== 'refused') continue
      const name = `${family}: ${JSON.stringify(path.slice(0, 80))}`
      tried++
      const isDone = await perform(ws, path, (text) => {
        if (JSON.stringify(text instanceof Map ? [...text] : text).includes(canary)) wrong.push(`${name} read the canary`)
      })
      if (wanted === 'refused' && isDone && path !== '' && !resolved.has(family)) wrong.push(`${name} was not refused`)
    }
    expect(wrong).toEqual([])
    expect(digestOutside(folder, ['ws', 'home'])).toBe(before)
  })

  it('a forged snapshot restores and removes nothing outside', async () => {
    const { folder, ws } = newTree()
    const before = digestOutside(folder, ['ws', 'home'])
    const objects = new SnapshotObjects(homeOf(ws))
    const kept = await objects.put(permit, Buffer.from('written'))
    const hash = kept.ok ? kept.value : ''
    const paths = pathCases(folder)
      .map(({ path }) => path)
      .filter((path) => path.length <= 4_096)
    const files = paths.map((path, index) => ({ path, hash: index % 2 === 0 ? hash : null, size: 7, mode: 0o644 }))
    const forgedOne = await objects.put(permit, Buffer.from(JSON.stringify({ v: 1, files, missingFolders: paths })))
    const left = new Map(paths.map((path, index) => [path, index % 2 === 0 ? null : hashOf(canary)]))
    const restored = await openSnapshots(homeOf(ws)).restore(world(ws), forgedOne.ok ? forgedOne.value : '', left)
    expect(restored).toMatchObject({ ok: true })
    expect(restored.ok && restored.value.cannot.length).toBeGreaterThan(200)
    expect(digestOutside(folder, ['ws', 'home'])).toBe(before)
  })

  it('valid odd names work', async () => {
    const { ws } = newTree()
    const wrong: string[] = []
    for (const name of legalNames) {
      for (const make of [commands.create, commands.edit, commands.read, commands.delete]) {
        const result = await applyStep(world(ws), await planned(ws, make(`odd/${name}`)))
        if (!result.success) wrong.push(result.summary)
      }
    }
    expect(wrong).toEqual([])
  })

  it('a path that leads outside is refused in the words of the specification (Path Sandboxing)', async () => {
    const { ws } = newTree()
    for (const make of Object.values(commands)) {
      const { summary } = await applyStep(world(ws), await planned(ws, make('../../../etc/passwd')))
      expect(summary).toBe("REJECTED: Path '../../../etc/passwd' is outside workspace")
      for (const path of [...outLinks.map((link) => `${link}/x`), 'in-file', 'in-dir/inside.txt', 'out-file']) {
        const linked = await applyStep(world(ws), await planned(ws, make(path)))
        expect(linked.summary).toBe(`REJECTED: Path '${path}' is not allowed: it passes a symbolic link.`)
      }
    }
  })

  it('every path was tried, in the chaos run with every operation', async ({ annotate }) => {
    const paths = pathCases(base).length
    expect(tried).toBeGreaterThan((Object.keys(operations).length - 1) * Math.floor(paths / sized(4, 1)))
    await annotate(`${tried} uses of ${paths} paths by commands, snapshots and the tree: nothing outside was read or changed`, 'F14')
  })
})
