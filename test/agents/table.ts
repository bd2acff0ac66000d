import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { checks, type Outcomes } from './checks.ts'
import type { AgentProgram } from './programs.ts'

/** The results as a table in Markdown: a row for each check, a column for each program. */
export function tableOf(all: ReadonlyMap<AgentProgram, Outcomes>): readonly string[] {
  const heads = [...all.keys()].map(({ title, version }) => `${title} ${version}`)
  const rows = checks.map((check) => [
    check,
    ...[...all.values()].map((outcomes) => {
      const { state, words } = outcomes.get(check)
      const text = words.replaceAll('|', '\\|').replace(/\s+/g, ' ').slice(0, 160)
      return state === 'passed' ? text || 'yes' : `${state === 'failed' ? '**no**' : 'not run'}: ${text}`
    }),
  ])
  const hosts = [
    'hosts that it wanted to reach, refused',
    ...[...all.values()].map(({ refused }) => (refused.length === 0 ? 'none' : String(refused.length))),
  ]
  return [line(['check', ...heads]), line(['check', ...heads].map(() => '---')), ...rows.map(line), line(hosts)]
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** Puts the table between its marks in docs/testing.md. */
export function writeTable(table: readonly string[]): void {
  const page = path.join(import.meta.dirname, '..', '..', 'docs', 'testing.md')
  const text = readFileSync(page, 'utf8')
  const [before, rest] = text.split('<!-- agents -->')
  const after = rest?.split('<!-- /agents -->')[1]
  if (after === undefined) throw new Error('docs/testing.md has no marks <!-- agents --> … <!-- /agents -->')
  writeFileSync(page, `${before}<!-- agents -->\n${table.join('\n')}\n<!-- /agents -->${after}`)
}
