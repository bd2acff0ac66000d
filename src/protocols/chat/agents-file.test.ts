import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../test/cpu-time.ts'
import { limits } from '../../core/limits.ts'
import { readAgentFile } from './agents-file.ts'

describe('readAgentFile', () => {
  it('reads every field', () => {
    const text =
      '---\r\nname: code-reviewer\r\nrole: "Reviewer"\r\ntriggers:\r\n  - review\r\n  - 42\r\nhandoff_to: coder, ops\r\npersistent: true\r\n---\r\n# Duties\r\n'
    expect(readAgentFile('x.md', text)).toEqual({
      ok: true,
      value: {
        kind: 'profile',
        agent: 'code-reviewer',
        role: 'Reviewer',
        triggers: ['review', '42'],
        handoffTo: ['coder', 'ops'],
        persistent: true,
        instructions: '# Duties',
      },
    })
  })

  it.each([
    ['no front matter', 'Just text.', { agent: 'coder', instructions: 'Just text.' }],
    ['an empty front matter', '---\n---\nText', { agent: 'coder', instructions: 'Text' }],
    ['fields of other types', '---\nname: [a]\nrole: {a: b}\ntriggers: 7\npersistent: "yes"\n---\n', { agent: 'coder' }],
    ['a name that is a prototype’s', '---\nname: __proto__\n---\n', { agent: '__proto__' }],
    ['a byte order mark', '\ufeff---\nname: a\n---\n', { agent: 'a' }],
  ])('makes the best of %s', (_what, text, means) => {
    expect(readAgentFile('coder.md', text)).toEqual({ ok: true, value: { kind: 'profile', ...means } })
  })

  it.each([
    ['no end', '---\nname: a\n'],
    ['no YAML', '---\nname: [a\n---\n'],
    ['no fields', '---\n- a\n---\n'],
    ['aliases', '---\na: &a [x, x]\nb: *a\n---\n'],
    ['a bad name', '---\nname: Ann Lee\n---\n'],
    ['a name over the limit', `---\nname: ${'a'.repeat(limits.nameChars + 1)}\n---\n`],
    ['much front matter', `---\n${'# x\n'.repeat(10_000)}---\n`],
    ['deep brackets', `---\na: ${'['.repeat(5_000)}\n---\n`],
    ['deep lists', `---\n${'- '.repeat(3_000)}\n---\n`],
    ['a file whose name is no agent’s', '', 'my agent.md'],
  ])('names the problem of %s', (_what, text, file = 'coder.md') => {
    const read = readAgentFile(file, text)
    expect(read.ok ? read.value : read.fault.message).toEqual(expect.stringMatching(/front matter|cannot be used as an agent name/u))
  })

  it('never throws and takes little time (F6)', () => {
    const piece = fc.constantFrom(
      '---\n',
      '\n',
      'name: ',
      'a',
      ': ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '&a ',
      '*a',
      '!!js ',
      '"',
      "'",
      '|\n',
      '>\n',
      '? ',
      '#',
      '\t',
      '\0',
      '  ',
      '%YAML 1.2\n',
      '<<: ',
      '1e999',
      '\ufeff',
      '\u2028',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
        const text = `---\n${parts.join('')}\n---\n`
        const work = (): number => {
          const began = cpuTime()
          readAgentFile('coder.md', text)
          return cpuTime() - began
        }
        if (work() >= 50) expect(Math.min(work(), work(), work())).toBeLessThan(50)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    ['keys', (size: number) => `---\n${Array.from({ length: size / 6 }, (_, index) => `k${index}: v\n`).join('')}---\n`],
    ['a flow list', (size: number) => `---\na: [${'x, '.repeat(size / 3)}]\n---\n`],
    ['a scalar', (size: number) => `---\na: ${'x '.repeat(size / 2)}\n---\n`],
    [
      'nested maps',
      (size: number) => `---\n${Array.from({ length: Math.sqrt(size) }, (_, index) => `${' '.repeat(index)}a:\n`).join('')}---\n`,
    ],
  ])('reads %s at the limit of its size in bounded time', (_what, make) => {
    const text = make(4_000)
    let best = Number.POSITIVE_INFINITY
    for (let turn = 0; turn < 10 && best >= 50; turn++) {
      const began = cpuTime()
      readAgentFile('coder.md', text)
      best = Math.min(best, cpuTime() - began)
    }
    expect(best).toBeLessThan(50)
  })
})
