/**
 * `npm run bench [NAME…]`: runs the benchmarks of bench/ one after the other and prints a table; each row names what it was compared with
 * in the same run. A benchmark is a file of bench/ that exports a function
 * `…Bench(): Promise<BenchRow[]>`; bench/run-one.ts runs it in a separate process.
 */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { root, suitableNode } from './checkout.mjs'
import { checkoutEnv, runChild } from './child.mjs'
import { ensureSetup } from './setup.mjs'

const folder = path.join(root, 'bench')

/** Files of bench/ that export a benchmark, sorted by name. */
function benchmarks() {
  const files = readdirSync(folder).filter((file) => /^export .*\b\w+Bench\b/m.test(readFileSync(path.join(folder, file), 'utf8')))
  files.sort()
  return files
}

/** Runs the named benchmarks, or all. Returns { rows, failed: names }; `onRow` receives each row as soon as it is known. */
export async function bench(names, onRow = () => undefined) {
  const chosen = benchmarks().filter((file) => names.length === 0 || names.includes(file.replace('.ts', '')))
  const rows = []
  const failed = []
  for (const file of chosen) {
    const lines = []
    const outcome = await runChild(suitableNode(), ['--expose-gc', path.join(folder, 'run-one.ts'), path.join(folder, file)], {
      cwd: root,
      env: checkoutEnv(),
      stdio: ['ignore', 'pipe', 'inherit'],
      onStart: (child) =>
        createInterface({ input: child.stdout }).on('line', (line) => {
          const row = JSON.parse(line)
          lines.push(row)
          onRow(row)
        }),
    })
    rows.push(...lines)
    if (outcome.code !== 0 || lines.length === 0) failed.push(file)
  }
  return { rows, failed }
}

/** The head of the table, here and in docs/testing.md. */
export const benchHead = ['measured', 'value', 'ratio', 'against, in the same run', 'goal']

/** A row as cells, in the order of the head. */
export function cellsOf({ name, value, unit, against, ratio, goal }) {
  const digits = Math.abs(value) >= 100 ? 0 : 2
  return [
    name,
    `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`,
    ratio === undefined ? '' : `${ratio.toFixed(2)} ×`,
    against ?? '',
    goal ?? '',
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const names = process.argv.slice(2)
  const unknown = names.find((name) => !benchmarks().includes(`${name}.ts`))
  if (unknown !== undefined) {
    process.stderr.write(`Unknown benchmark: ${unknown}. Available: ${benchmarks().join(', ').replaceAll('.ts', '')}.\n`)
    process.exit(2)
  }
  await ensureSetup({ build: true })
  const widths = [54, 22, 9, 62, 0]
  const print = (cells) =>
    console.log(
      cells
        .map((cell, index) => cell.padEnd(widths[index]))
        .join(' ')
        .trimEnd(),
    )
  print(benchHead)
  const { failed } = await bench(names, (row) => print(cellsOf(row)))
  for (const file of failed) process.stderr.write(`${file} did not complete.\n`)
  process.exit(failed.length > 0 ? 1 : 0)
}
