import { createHash } from 'node:crypto'
import { assert, integer, nat, pre, property } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { storedEvent } from '../../../test/fakes/events.ts'
import { limits } from '../limits.ts'
import { openCase } from './build.ts'
import { chained, firstHash, verifyLines } from './chain.ts'
import type { CaseEvent, CaseLine } from './lines.ts'
import { casePage, linesOfPage, verifyCase } from './page.ts'
import { openRedactor } from './redact.ts'

const hex = (text: string): string => createHash('sha256').update(text).digest('hex')
const base64 = (text: string): string => createHash('sha256').update(text).digest('base64')

const header: CaseLine = {
  type: 'patchbay-case',
  version: 1,
  patchbay: '1',
  title: 'Clock skew',
  at: 9_000,
  from: 0,
  to: 8_000,
  offset: 60,
  workspace: 'pool',
  operator: '‹operator›',
  protocols: [{ id: 'chat', chip: 'CH', title: 'chat.md' }],
  replaced: [{ kind: 'me', times: 2, names: 1 }],
}
const event = (n: number, text: string, more: Partial<CaseEvent> = {}): CaseEvent => ({
  type: 'event',
  n,
  at: n * 1_000,
  protocol: 'chat',
  link: 'chat.md',
  kind: 'message',
  conversation: 'c',
  from: 'coder',
  to: ['‹operator›'],
  observers: [],
  text,
  ...more,
})
const caseOf = (...events: CaseEvent[]): CaseLine[] => [
  header,
  ...events,
  {
    type: 'debt',
    kind: 'answer',
    debtor: '‹operator›',
    creditor: 'coder',
    text: 'keep 15 s?',
    since: 1_000,
    state: 'open',
    isOverdue: true,
    evidence: 'inferred',
    n: 1,
  },
  { type: 'left-out', what: 'lines about the use of tools', count: 3 },
  { type: 'end', events: events.length },
]

function written(lines: readonly CaseLine[]): { readonly text: string; readonly hash: string } {
  let hash = firstHash
  const text = lines.map((line) => {
    const next = chained(line, hash, hex)
    hash = next.hash
    return `${next.text}\n`
  })
  return { text: text.join(''), hash }
}

const lines = caseOf(event(1, 'Keep 15 s?'), event(2, 'Yes', { replyTo: 1 }))
const { text, hash } = written(lines)
const page = casePage({ lines, hash }, text, base64)

describe('lines', () => {
  it('verify as they were written', () => {
    expect(verifyLines(text, hex)).toEqual({ ok: true, value: { lines, hash } })
  })

  it('name the first line that was changed, whichever byte it was (F29)', () => {
    assert(
      property(nat(text.length - 2), integer({ min: 32, max: 126 }), (at, code) => {
        const letter = String.fromCharCode(code)
        pre(text[at] !== letter && text[at] !== '\n')
        const changed = text.slice(0, at) + letter + text.slice(at + 1)
        const row = text.slice(0, at).split('\n').length
        const read = verifyLines(changed, hex)
        expect(read.ok ? 'nothing' : read.fault.message).toMatch(row === 1 ? /Line 1 |not a case/ : new RegExp(`^Line ${row} `))
      }),
    )
  })

  it('notice lines that were taken out, added, moved or cut off', () => {
    const rows = text.trimEnd().split('\n')
    const faultOf = (changed: readonly (string | undefined)[]): string => {
      const read = verifyLines(`${changed.join('\n')}\n`, hex)
      return read.ok ? 'nothing' : read.fault.message
    }
    expect(faultOf(rows.toSpliced(1, 1))).toMatch(/^Line 2 /)
    expect(faultOf(rows.toSpliced(2, 0, rows[1] ?? ''))).toMatch(/^Line 3 /)
    expect(faultOf(rows.slice(0, -1))).toContain('cut off')
    expect(verifyLines(rows.join('\n'), hex)).toMatchObject({ fault: { message: expect.stringMatching(/^Line 6 /) as string } })
    expect(verifyCase(page.replace('\n</script>', '</script>'), '1', hex, base64)).toMatchObject({ ok: false })
    expect(faultOf([rows[0], rows[2], rows[1], ...rows.slice(3)])).toMatch(/^Line 2 /)
    expect(faultOf([...rows, ...rows])).toMatch(/^Line 7 /)
    expect(verifyLines('hello\n', hex)).toMatchObject({ fault: { message: 'This is not a case.' } })
    // More lines than a list can have.
    expect(verifyLines('\n'.repeat(200_000_000), hex)).toMatchObject({ fault: { message: 'This is not a case.' } })
    expect(verifyLines('', hex)).toMatchObject({ fault: { message: 'This is not a case.' } })
  })

  it('say of a page that was cut off that it was', () => {
    for (const length of [page.indexOf('<main>'), page.indexOf('patchbay-case'), page.length - 20])
      expect(verifyCase(page.slice(0, length), '0.1.0', hex, base64)).toMatchObject({
        fault: { message: expect.stringContaining('cut off') },
      })
    expect(verifyCase('<!doctype html>\n<p>hello', '0.1.0', hex, base64)).toMatchObject({ fault: { message: 'This is not a case.' } })
  })

  it('say that another program changed the ends of lines or added a byte order mark', () => {
    for (const whole of [page, text])
      for (const changed of [whole.replaceAll('\n', '\r\n'), `\uFEFF${whole}`])
        expect(verifyCase(changed, '0.1.0', hex, base64)).toMatchObject({
          fault: { message: expect.stringContaining('as it was exported') },
        })
  })

  it('have no text that could end the block of a page', () => {
    const bad = written(caseOf(event(1, 'a</script><script>alert(1)</script>\u2028b')))
    expect(bad.text).not.toContain('<')
    expect(verifyLines(bad.text, hex)).toMatchObject({ ok: true })
  })
})

/** Lines with their hashes, whatever they say. */
function forged(rows: readonly string[]): string {
  let hash = firstHash
  return rows
    .map((bare) => {
      hash = hex(hash + bare)
      return `${bare.slice(0, -1)},"hash":"${hash}"}\n`
    })
    .join('')
}

describe('lines of another hand', () => {
  const markup = '</script><h1>All is well</h1><meta http-equiv=refresh content="0;url=https://evil.example">'
  test.each([
    ['markup in a field that nobody reads', { ...header, more: markup }, (row: string) => row],
    ['a field twice', header, (row: string) => row.replace('{', '{"title":"Another",')],
    ['other spelling', header, (row: string) => row.replace('Clock', '\\u0043lock')],
    ['blanks', header, (row: string) => row.replace('{', '{ ')],
  ])('do not verify with %s, as lines or in a page (F29)', (_what, first, change) => {
    const rows = [first, ...caseOf().slice(1)].map((line, index) => (index === 0 ? change(JSON.stringify(line)) : JSON.stringify(line)))
    const bad = forged(rows)
    expect(verifyLines(bad, hex)).toMatchObject({ ok: false, fault: { message: expect.stringContaining('Line 1 ') as string } })
    expect(
      verifyCase(
        page.replace(text, () => bad),
        '1',
        hex,
        base64,
      ),
    ).toMatchObject({ ok: false })
  })

  it('do not verify when they are nested without end', () => {
    const deep = `{"type":"patchbay-case","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect(verifyLines(forged([deep]), hex)).toMatchObject({ ok: false })
  })
})

it('what grew when its words were replaced is still a case', () => {
  const grown = caseOf(event(1, '‹host 1› '.repeat(limits.message / 9), { from: '‹mail 1›'.repeat(limits.nameChars / 8 + 1) }))
  const { text: all } = written(grown.map((line) => ('text' in line ? { ...line, text: `${line.text}‹host 1›` } : line)))
  expect(verifyLines(all, hex)).toMatchObject({ ok: true })
})

describe('page', () => {
  it('verifies with half a character in it, as a file has it (F29)', () => {
    const half = [{ ...header, title: 'cut \ud83d' }, ...caseOf(event(1, 'cut \ud83d', { from: `${'a'.repeat(22)}😀😀` })).slice(1)]
    const cut = written(half)
    const inFile = Buffer.from(casePage({ lines: half, hash: cut.hash }, cut.text, base64)).toString()
    expect(verifyCase(inFile, '1', hex, base64)).toMatchObject({ ok: true, value: { isCompared: true } })
  })

  it('of another release does not verify when it could run or load something (F29)', () => {
    for (const changed of [
      page.replace("default-src 'none'", 'default-src *'),
      page.replace('<!doctype html>', '<!doctype html><script>alert(1)</script>'),
      page.replace('<main>', '<meta http-equiv="refresh" content="0;url=https://evil.example"><main>'),
      page.replace('<main>', '<META name="x" content=">" http-equiv=refresh><main>'),
      page.replace('<main>', '<link rel="preconnect" href="https://evil.example"><main>'),
    ])
      expect(verifyCase(changed, '2', hex, base64)).toMatchObject({
        ok: false,
        fault: { message: expect.stringContaining('run or load') as string },
      })
  })

  it('carries its lines and shows them', () => {
    expect(linesOfPage(page)).toBe(text)
    expect(page).toContain('01:00:01') // an hour ahead of UTC
    expect(verifyCase(page, '1', hex, base64)).toMatchObject({ ok: true, value: { isPage: true, isCompared: true } })
  })

  it('runs nothing and loads nothing', () => {
    expect(page).toContain(`content="default-src 'none'; style-src 'sha256-`)
    const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? ''
    expect(page).toContain(`'sha256-${base64(style)}'`)
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page).not.toMatch(/\b(?:src|href)="(?!#)/)
  })

  it('that shows something else than its lines does not verify', () => {
    const changed = page.replace('>Yes<', '>No<')
    expect(changed).not.toBe(page)
    expect(verifyCase(changed, '1', hex, base64)).toMatchObject({
      ok: false,
      fault: { message: expect.stringContaining('does not show') as string },
    })
    expect(verifyCase(changed, '2', hex, base64)).toMatchObject({ ok: true, value: { isCompared: false } })
  })

  it('draws who said what to whom, and who owed whom', () => {
    const still = page.slice(page.indexOf('<svg viewBox="0 0 9'), page.lastIndexOf('</svg>'))
    expect(still).toContain('>coder</text>')
    expect(still.match(/class="f-foot /g)).toHaveLength(3)
    expect(still).toContain('class="f-mine"')
    expect(casePage({ lines: caseOf(), hash }, text, base64)).not.toContain('aria-label="Who spoke')
  })

  it('shows a bar beside each name that speaks, in the order of appearance', () => {
    const said = ['coder', 'me', 'tester', 'coder'].map((from, at) => event(at + 1, 'Yes', { from }))
    const lines = caseOf(...said).map((line) => (line.type === 'patchbay-case' ? { ...line, operator: 'me' } : line))
    const shown = casePage({ lines, hash }, text, base64)
    const names = [...shown.matchAll(/<b><span class="who (\w+)"><bdi>(\w+)/g)].map(([, hue, name]) => `${name} ${hue}`)
    expect(names).toEqual(['coder a1', 'me you', 'tester a2', 'coder a1'])
    expect(shown.match(/<rect [^>]*class="bar (?:you|a1|a2)"/g)).toHaveLength(3)
  })

  it('shows hostile text as text', () => {
    const hostile = caseOf(event(1, '<img src=x onerror=alert(1)> \u202Eevil', { from: '<b>', label: '"><i>', anchor: '</td>' }))
    const bad = written(hostile)
    const shown = casePage({ lines: hostile, hash: bad.hash }, bad.text, base64)
    const markup = shown.slice(0, shown.indexOf('<script'))
    expect(markup).toContain('&lt;img src=x')
    expect(markup).not.toMatch(/<(?:img|i)\b|\u202E/)
    expect(markup).toContain('U+202E')
  })
})

test('channels, groups and nobody are no agents that can be left out, and keep no message in', () => {
  const all = (leftAgents: readonly string[]) => {
    const choice = { title: 'x', from: 0, to: 10_000, hasTools: true, leftAgents: new Set(leftAgents) }
    const nothing = { secrets: [], homes: [], hasMails: false, hasHosts: false, hosts: [], me: [], agents: [], terms: [] }
    const built = openCase(choice, openRedactor(nothing))
    for (const [n, [from, to]] of spoken.entries())
      built.add(storedEvent(n, { kind: 'message', conversation: 'c', from, to: [...to], observers: [], text: 'x' }, { at: n }), 'harbour')
    return built
  }
  const spoken: readonly (readonly [string, readonly string[]])[] = [
    ['coder', ['#general']],
    ['coder', ['@workers']],
    ['tester', ['&ops']],
    ['tester', ['all']],
    ['', []],
  ]
  expect([...all([]).offered.agents]).toEqual([
    ['coder', 2],
    ['tester', 2],
  ])
  expect(all(['coder']).rows.map(({ from }) => from)).toEqual(['tester', 'tester', ''])
  expect(all(['coder', 'tester']).rows.map(({ from }) => from)).toEqual([''])
})
