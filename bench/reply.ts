import { diffLines } from '../src/protocols/codingagent/pure/diff-lines.ts'
import { parseReply } from '../src/protocols/codingagent/pure/parse-reply.ts'
import { pathsOf, planRound } from '../src/protocols/codingagent/pure/plan.ts'
import { seeded } from './chat-like.ts'
import type { BenchRow } from './row.ts'

const megabyte = 1_000_000
const replyBytes = 10 * megabyte
const turns = 15
const edits = 200

/** Parsing a reply of 10 MB, compared with `split` of the same text, and the plan and differences of 200 edits. */
export function replyBench(): BenchRow[] {
  return [...parseRows(), ...planRows()]
}

function parseRows(): BenchRow[] {
  const text = codeReply(replyBytes)
  let [ours, theirs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // Alternating, so that a slow moment of the machine affects both.
  for (let turn = 0; turn < turns; turn++) {
    ours = Math.min(
      ours,
      timed(() => parseReply(text)),
    )
    theirs = Math.min(
      theirs,
      timed(() => text.split('\n')),
    )
  }
  const [parse, split] = [speed(text.length, ours), speed(text.length, theirs)]
  return [
    {
      name: 'parse a reply of 10 MB',
      value: parse,
      unit: 'MB/s',
      against: `String.split('\\n') alone: ${split} MB/s`,
      ratio: parse / split,
    },
  ]
}

function planRows(): BenchRow[] {
  const lines = codeLines(2_000)
  const text = `${lines.join('\n')}\n`
  const blocks = Array.from({ length: edits }, (_, at) => {
    const from = (edits - at) * 10 - 5
    return `[EDIT_FILE path="src/f${at % 10}.ts" start_line="${from}" end_line="${from + 2}"]\n${lines.slice(from, from + 4).join('\n')}\nchanged\n[/EDIT_FILE]\n`
  })
  const { commands } = parseReply(blocks.join(''))
  const shown = new Map(pathsOf(commands).map((path) => [path, { hash: 'h', text }]))
  const planned = best(() => planRound({ commands, look: () => ({ kind: 'file', text, hash: 'h' }), shown, choices: new Map() }))
  const { steps } = planRound({ commands, look: () => ({ kind: 'file', text, hash: 'h' }), shown, choices: new Map() })
  const moved = `// new\n${text}`
  const rebased = best(() => planRound({ commands, look: () => ({ kind: 'file', text: moved, hash: 'i' }), shown, choices: new Map() }))
  const diffed = best(() => {
    for (const { effect } of steps) if (effect?.kind === 'write') diffLines(effect.path, effect.before, effect.after)
  })
  const what = `of ${edits} edits in 10 files of ${Math.round(text.length / 1_000)} kB`
  return [
    { name: `plan ${what}`, value: planned, unit: 'ms' },
    { name: `plan ${what} that changed since they were shown`, value: rebased, unit: 'ms' },
    { name: `differences ${what}`, value: diffed, unit: 'ms' },
  ]
}

/** Files of code with the lines that such files have, a few with brackets at their beginning, and words between them. */
function codeReply(bytes: number): string {
  const parts: string[] = []
  for (let size = 0, file = 0; size < bytes; file++) {
    const block = `Now file ${file}.\n\n[CREATE_FILE path="src/f${file}.ts"]\n${codeLines(200 + (file % 400)).join('\n')}\n[/CREATE_FILE]\n`
    parts.push(block)
    size += block.length
  }
  // One flat string, like a file that was read.
  return Buffer.from(parts.join(''), 'latin1').toString('latin1')
}

function codeLines(count: number): string[] {
  const random = seeded(count)
  const kinds = [
    '',
    '}',
    '  return value',
    '[x, y] = [y, x]',
    '  const total = rows.reduce((sum, row) => sum + row.length, 0)',
    '// a comment of some words',
  ]
  return Array.from({ length: count }, (_, at) => `${kinds[random(kinds.length)] ?? ''}${random(3) === 0 ? ` // ${at}` : ''}`)
}

function best(run: () => unknown): number {
  return Math.min(...Array.from({ length: turns }, () => timed(run)))
}

function timed(run: () => unknown): number {
  const began = performance.now()
  run()
  return performance.now() - began
}

function speed(bytes: number, ms: number): number {
  return Math.round(bytes / megabyte / (ms / 1_000))
}
