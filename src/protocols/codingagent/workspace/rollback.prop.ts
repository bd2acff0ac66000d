import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Permit } from '../../../core/protocol.ts'
import { memoryFolder } from '../../../../test/memory-folder.ts'
import { openGate } from '../../../../test/fakes/link-context.ts'
import { sized } from '../../../../test/sizes.ts'
import { parseReply } from '../pure/parse-reply.ts'
import { pathsOf, planRound } from '../pure/plan.ts'
import { applyStep } from './apply-row.ts'
import { hashOf, lookAt } from './read-file.ts'
import { openSnapshots } from './snapshots.ts'

let base: string
beforeAll(() => {
  base = mkdtempSync(join(memoryFolder, 'patchbay-rollback-'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const permit = { act: 'test' } as Permit
const actor = { kind: 'operator', name: 'operator' } as const

const path = fc.constantFrom('a', 'b', 'd/a', 'd/b', 'd/e/a', 'd/e/f/a', 'new/a', 'new/deep/b', 'ä ö', 'a/below')
const line = fc.constantFrom('', 'x', 'yy', '  indented', 'ü€😀', '\ttab')
const text = fc
  .tuple(fc.constantFrom('', '\ufeff'), fc.constantFrom('\n', '\r\n'), fc.array(line, { maxLength: 5 }), fc.boolean())
  .map(([mark, end, lines, isOpen]) => mark + lines.join(end) + (isOpen ? '' : end))
const bytes = fc.oneof(
  { weight: 6, arbitrary: text.map((each) => Buffer.from(each)) },
  { weight: 1, arbitrary: fc.constant(Buffer.from([0, 1, 255])) },
)
const tree = fc.dictionary(path, bytes, { maxKeys: 6 })
const command = fc.oneof(
  fc.tuple(path, text).map(([to, body]) => `[CREATE_FILE path="${to}"]\n${body}\n[/CREATE_FILE]`),
  fc
    .tuple(path, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 2 }), text)
    .map(([to, from, more, body]) => `[EDIT_FILE path="${to}" start_line="${from}" end_line="${from + more}"]\n${body}\n[/EDIT_FILE]`),
  path.map((to) => `[DELETE_FILE path="${to}"]`),
  path.map((to) => `[READ_FILE path="${to}"]`),
)
const reply = fc.array(command, { minLength: 1, maxLength: 8 }).map((commands) => commands.join('\nprose\n'))

/** A file that the round removes makes room for a folder. */
const fileToFolder: [Record<string, Buffer>, string][] = [
  [{}, '[CREATE_FILE path="a"]\nx\n[/CREATE_FILE]\n[DELETE_FILE path="a"]\n[CREATE_FILE path="a/below"]\nx\n[/CREATE_FILE]'],
  [{ a: Buffer.from('x') }, '[DELETE_FILE path="a"]\n[CREATE_FILE path="a/below"]\nx\n[/CREATE_FILE]'],
  [
    { a: Buffer.from('x') },
    '[DELETE_FILE path="a"]\n[CREATE_FILE path="a/d/below"]\nx\n[/CREATE_FILE]\n[CREATE_FILE path="a/b"]\n\n[/CREATE_FILE]',
  ],
]

let runs = 0
/** Makes a tree; skips names taken by another folder or file. */
function makeTree(files: Readonly<Record<string, Buffer>>): string {
  const root = join(base, `${++runs}`)
  mkdirSync(root)
  for (const [name, content] of Object.entries(files)) {
    try {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), content)
    } catch {
      // `a` and `a/below` cannot both be files
    }
  }
  return root
}

/** Every file with its bytes, every folder by its name. */
function contentOf(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()
  return Object.fromEntries(
    names.map((name) => [name, statSync(join(root, name)).isFile() ? readFileSync(join(root, name)).toString('hex') : 'folder']),
  )
}

it('applying and rolling back leaves the tree as it was, byte for byte', async ({ annotate }) => {
  const snapshots = openSnapshots({ root: mkdtempSync(join(base, 'home-')), prefix: '' })
  const tally = { rounds: 0, changed: 0, effects: 0 }
  await fc.assert(
    fc.asyncProperty(tree, reply, async (files, answer) => {
      const root = makeTree(files)
      const before = contentOf(root)
      const { commands } = parseReply(answer)
      const looks = await lookAt(root, pathsOf(commands))
      const { steps } = planRound({
        commands,
        look: (each) => looks.get(each) ?? { kind: 'missing' },
        shown: new Map(),
        choices: new Map(),
      })
      const changes = steps.flatMap(({ effect }) => (effect?.kind === 'write' || effect?.kind === 'delete' ? [effect] : []))
      const taken = await snapshots.take(
        permit,
        root,
        changes.map((effect) => effect.path),
      )
      if (!taken.ok) throw new Error(taken.fault.message)
      const world = { root, gate: openGate, actor, signal: new AbortController().signal, onOutput: () => undefined }
      const left = new Map<string, string | null>()
      for (const step of steps) {
        const result = await applyStep(world, step)
        // The results are those of the plan, word for word.
        expect(result).toEqual(step.result)
        if (result.success && step.effect?.kind === 'write') left.set(step.effect.path, hashOf(step.effect.after))
        if (result.success && step.effect?.kind === 'delete') left.set(step.effect.path, null)
      }
      const isChanged = JSON.stringify(contentOf(root)) !== JSON.stringify(before)
      const preview = await snapshots.preview(root, taken.value, left)
      const restored = await snapshots.restore(world, taken.value, left)
      if (!preview.ok || !restored.ok) throw new Error('no snapshot')
      expect(restored.value.cannot).toEqual([])
      expect([restored.value.restored, restored.value.removed]).toEqual([preview.value.restores, preview.value.removes])
      expect(contentOf(root)).toEqual(before)
      tally.rounds++
      tally.effects += changes.length
      if (isChanged) tally.changed++
      rmSync(root, { recursive: true })
    }),
    { numRuns: sized(50, 500), examples: fileToFolder },
  )
  expect(tally.changed).toBeGreaterThan(15)
  await annotate(`${tally.rounds} rounds with ${tally.effects} changes applied and rolled back, ${tally.rounds} trees as before`)
})
