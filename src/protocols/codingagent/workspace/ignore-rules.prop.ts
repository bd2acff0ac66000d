import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { sized } from '../../../../test/sizes.ts'
import { noRules } from './ignore-rules.ts'
import type { IgnoreRules } from './ignore-rules.ts'

const hasGit = spawnSync('git', ['--version'], { stdio: 'ignore' }).status === 0
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-ignore-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const part = fc.constantFrom('a', 'b', 'ab', '*', '*a', 'a*', '?b', '[ab]', 'a.x', '*.x', '**', String.raw`\*`)
const rule = fc
  .tuple(
    fc.constantFrom('', '', '', '!'),
    fc.constantFrom('', '', '/'),
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '/'),
  )
  .map(([not, start, parts, end]) => `${not}${start}${parts.join('/')}${end}`)
const name = fc.constantFrom('a', 'b', 'ab', 'a.x', 'b.x', 'aa')
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
const workspace = fc.record({
  top: fc.array(rule, { maxLength: 4 }),
  inA: fc.array(rule, { maxLength: 3 }),
  paths: fc.uniqueArray(path, { minLength: 15, maxLength: 30 }),
})

/** What the walk does: first the folders above, then the path itself. */
function isLeftOut(top: IgnoreRules, inA: IgnoreRules, wanted: string): boolean {
  const parts = wanted.split('/')
  return parts.some((_part, index) => {
    const here = parts.slice(0, index + 1).join('/')
    const rules = index > 0 && parts[0] === 'a' ? inA : top
    return rules.ignores(index === parts.length - 1 ? here : `${here}/`)
  })
}

describe.skipIf(!hasGit)('ignore rules', () => {
  it('exclude what Git excludes, also with a .gitignore in a folder', async ({ annotate }) => {
    spawnSync('git', ['init', '-q', folder])
    mkdirSync(join(folder, 'a'))
    let compared = 0
    fc.assert(
      fc.property(workspace, ({ top, inA, paths }) => {
        const [topText, textInA] = [`${top.join('\n')}\n`, `${inA.join('\n')}\n`]
        writeFileSync(join(folder, '.gitignore'), topText)
        writeFileSync(join(folder, 'a/.gitignore'), textInA)
        const asked = paths.filter((each) => each !== 'a') // a folder there, but a file here
        const git = spawnSync('git', ['-C', folder, 'check-ignore', '--no-index', '--stdin'], {
          input: `${asked.join('\n')}\n`,
          encoding: 'utf8',
        })
        const rules = noRules.with('', topText)
        const ours = asked.filter((each) => isLeftOut(rules, rules.with('a', textInA), each))
        compared += asked.length
        expect(ours.toSorted()).toEqual(git.stdout.split('\n').filter(Boolean).toSorted())
      }),
      { numRuns: sized(25, 60) },
    )
    await annotate(`${compared} paths left out or listed as Git does`)
  })
})

it('no rules take long to match, whatever their text (F6)', () => {
  const piece = fc.constantFrom('*', '**', '/', '?', 'a', '[a', '[ab]', '!', '\\', 'b', '{a,b}', '**/', '/**')
  const text = fc
    .array(
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
      { maxLength: 20 },
    )
    .map((rules) => rules.join('\n'))
  const names = ['ab'.repeat(120), `${'a/'.repeat(60)}b`, `${'ab/'.repeat(30)}${'a'.repeat(200)}`]
  fc.assert(
    fc.property(text, (rules) => {
      const started = cpuTime()
      const all = noRules.with('a', rules).with('ab/ab', rules)
      for (const each of names) all.ignores(each)
      expect(cpuTime() - started).toBeLessThan(500)
    }),
    { numRuns: 300 },
  )
})
