/**
 * `npm run figures`: runs the tests, the end-to-end specs and every mutation, with `--bench` the benchmarks, and writes the results
 * between the markers of docs/testing.md. A test belongs to a promise if its name, or that of a surrounding block, starts with `F7`; its measurements
 * come from `annotate('50,000 lines compared', 'F7')`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bench, benchHead, cellsOf } from './bench.mjs'
import { root, suitableNode } from './checkout.mjs'
import { runEndToEnd } from './e2e.mjs'
import { runMutations } from './mutations.mjs'
import { ensureSetup } from './setup.mjs'
import { runVitest } from './vitest.mjs'

const page = path.join(root, 'docs', 'testing.md')
/** Names of tests in one cell. */
const mostNames = 4
const withBench = process.argv.includes('--bench')

await ensureSetup({ build: true })
const record = await runVitest([])
const endToEnd = await runEndToEnd(['--project', 'web'])
const mutations = await runMutations({ all: true, shown: record })
write('figures', [`Measured on ${machine()}.`, '', ...promiseTable([...record.tests, ...endToEnd.tests, mutationTest(mutations)])])
const isBroken =
  record.errors.length + endToEnd.failures.length + mutations.failures.length > 0 || record.tests.some((test) => test.state === 'failed')
let unfinished = []
if (withBench) {
  const { rows, failed } = await bench([])
  unfinished = failed
  write('bench', [`Measured on ${machine()}.`, '', ...table(benchHead, rows.map(cellsOf))])
}
if (isBroken || unfinished.length > 0) {
  process.stderr.write(`These figures come from a failed run: see above. ${unfinished.join(' ')}\n`)
  process.exit(1)
}

/** The mutations as one test of F21. */
function mutationTest({ failures, total }) {
  const message = `${total} safeties removed, ${total - failures.length} detected`
  return {
    file: 'test/mutations/',
    name: 'F21',
    state: failures.length > 0 ? 'failed' : 'passed',
    ms: 0,
    figures: [{ type: 'F21', message }],
  }
}

/** One row per promise: how many tests, how long, what they measured. */
function promiseTable(tests) {
  const byPromise = new Map()
  for (const test of tests) {
    const ids = new Set([...test.name.matchAll(/\bF(\d{1,2})\b/g)].map((match) => Number(match[1])))
    for (const { type } of test.figures) if (/^F\d{1,2}$/.test(type)) ids.add(Number(type.slice(1)))
    for (const id of ids) byPromise.set(id, [...(byPromise.get(id) ?? []), test])
  }
  const rows = [...byPromise]
    .toSorted(([a], [b]) => a - b)
    .map(([id, of]) => {
      const passed = of.filter((test) => test.state === 'passed').length
      const skipped = of.filter((test) => test.state === 'skipped').length
      const measured = of.flatMap((test) => test.figures.filter(({ type }) => type === `F${id}`).map(({ message }) => message))
      const seconds = of.reduce((sum, test) => sum + test.ms, 0) / 1000
      const files = [...new Set(of.map((test) => `\`${test.file}\``))]
      return [
        `F${id}`,
        `${passed} of ${of.length}${skipped ? ` (${skipped} skipped)` : ''}`,
        [...measured, ...unmeasured(of, `F${id}`)].join('; '),
        `${seconds.toFixed(1)} s`,
        files.join(', '),
      ]
    })
  return table(['promise', 'tests passed', 'measured or shown', 'time', 'where'], rows)
}

/** Tests without measurements are listed by name; the variants of a table count as one. */
function unmeasured(tests, promise) {
  const names = tests.filter((test) => !test.figures.some(({ type }) => type === promise)).map((test) => test.name.split(' > ').at(-1))
  const shown = [...new Set(names.map((name) => name.replace(/\s*\(?\bF\d{1,2}\b\)?:?/g, '').trim()))]
  return shown.length > mostNames ? [...shown.slice(0, mostNames), `and ${shown.length - mostNames} more`] : shown
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`)
}

function escapeCell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function machine() {
  const node = spawnSync(suitableNode(), ['--version'], { encoding: 'utf8' }).stdout.trim()
  const cpus = os.cpus()
  const gigabytes = Math.round(os.totalmem() / 2 ** 30)
  return `${new Date().toISOString().slice(0, 10)}: ${cpus.length} × ${cpus[0]?.model.trim()}, ${gigabytes} GB, ${os.type()} ${os.release()}, Node ${node.slice(1)}`
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function write(name, lines) {
  const text = readFileSync(page, 'utf8')
  const [before, rest] = text.split(`<!-- ${name} -->`)
  const after = rest?.split(`<!-- /${name} -->`)[1]
  if (after === undefined) throw new Error(`docs/testing.md has no markers <!-- ${name} --> … <!-- /${name} -->`)
  writeFileSync(page, `${before}<!-- ${name} -->\n${lines.join('\n')}\n<!-- /${name} -->${after}`)
}
