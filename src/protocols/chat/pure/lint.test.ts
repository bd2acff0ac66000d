import { describe, expect, it } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { lintChat } from './lint.ts'
import { lintRules } from './lint-rules.ts'

/** The message of the first finding. */
function messageOf(text: string): string | undefined {
  return lintChat(text)[0]?.message
}

/** `RULE line fix` of each finding. */
function lint(text: string, known?: ReadonlySet<string>): string[] {
  return lintChat(text, known).map(({ rule, line, fix }) => `${rule} ${line}${fix === undefined ? '' : ` ${fix}`}`)
}

const good = [
  '# a comment',
  '',
  '[coder-to-reviewer]: Please review changes in src/auth.rs — added JWT validation',
  '[reviewer-to-coder] @ [developer, manager]: Approved',
  '  Changes:',
  '  - [link](https://example.org): a list',
  '[ ] a task',
  '[text](url): a link',
  '',
]

describe('lintChat', () => {
  it('finds nothing in a correct text, with or without a line end', () => {
    expect(lint(good.slice(0, 6).join('\n'))).toEqual([])
    expect(lint(`${good.slice(0, 7).join('\n')}\n`)).toEqual([])
    expect(lint('')).toEqual([])
  })

  it.each([
    ['[coder to reviewer]: x', ['CH001 1 [coder-to-reviewer]: x']],
    ['[coder → reviewer]: x', ['CH001 1 [coder-to-reviewer]: x']],
    ['[coder-reviewer]: x', ['CH001 1']],
    ['[a-to-b] x', ['CH001 1 [a-to-b]: x']],
    ['[a-to-b] @ [c] x', ['CH001 1 [a-to-b] @ [c]: x']],
    ['[a-to-b] @ c: x', ['CH001 1']],
    ['[a-to-b', ['CH001 1']],
    ['[a-to-b]', ['CH001 1']],
    ['[Ann Lee-to-b]: x', ['CH002 1 [Ann-Lee-to-b]: x']],
    ['[-to-b]: x', ['CH002 1']],
    ['[\u0633\u0627\u0631\u0629-to-b]: x', ['CH002 1']],
    ['[a b-to-\u5e73]: x', ['CH002 1']],
    ['[a-to-b] @ [c d]: x', ['CH002 1']],
    ['[a-to-b]:  ', ['CH003 1']],
    ['[a-to-b] @ [c]:', ['CH003 1']],
    ['[a-to-b]: x\n  [c-to-d]: y', ['CH004 2']],
    ['  [c-to-d]: y', ['CH004 1 [c-to-d]: y']],
    ['# x\r\n# y\r\n', ['CH005 1 # x']],
    ['# x\ry', ['CH005 1']],
    ['[a-to-b]: caf\ufffd', ['CH008 1']],
    ['# \0', ['CH008 1']],
  ])('finds what is wrong with %j', (text, found) => {
    expect(lint(text)).toEqual(found)
  })

  it('names a letter that only looks allowed', () => {
    expect(messageOf('[\u0441oder-to-b]: x')).toMatch(/underscores\. In it, \u0441 is U\+0441\.$/)
    expect(messageOf('[a-to-b] @ [\u0441oder]: x')).toMatch(/In it, \u0441 is U\+0441\.$/)
    expect(messageOf('[Ann Lee-to-b]: x')).toMatch(/underscores\.$/)
  })

  it('accepts as recipients the given names and all senders', () => {
    const text = '[a-to-b]: x\n[b-to-c] @ [d, e]: x\n'
    expect(lint(text, new Set(['d']))).toEqual(['CH007 2', 'CH007 2'])
    expect(lint(text)).toEqual([])
  })

  it.each([
    ['a line', `# ${'x'.repeat(limits.line - 2)}`],
    ['a name', `[a-to-${'b'.repeat(limits.nameChars)}]: x`],
    ['observers', `[a-to-b] @ [${'c,'.repeat(limits.observers)}]: x`],
    ['a message', `[a-to-b]: x\n${`  ${'x'.repeat(1_021)}\n`.repeat(1_023)}`],
  ])('accepts %s at the limit and reports one more (F18)', (what, text) => {
    expect(lint(text)).toEqual([])
    const more = {
      'a line': `${text}x`,
      'a name': text.replace(']', 'b]'),
      observers: text.replace(']: ', 'd]: '),
      'a message': `${text}  ${'x'.repeat(1_021)}\n`,
    }[what]
    expect(lint(more ?? '').map((line) => line.split(' ')[0])).toEqual(['CH006'])
  })

  it('has one severity for each rule', () => {
    expect(new Set(lintRules.map(({ rule }) => rule)).size).toBe(lintRules.length)
    expect(lintChat('[a-to-b]:')[0]).toEqual({
      rule: 'CH003',
      line: 1,
      severity: 'error',
      message: 'There is no text after the colon: a message cannot be empty.',
    })
  })
})
