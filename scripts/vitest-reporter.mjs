/**
 * Vitest reporter for the scripts: prints one line per file, and writes a JSON report of every test to the file named by
 * PATCHBAY_REPORT: { tests: [{ file, name, state, note?, failure?, ms, figures }], errors: [] }.
 * A test adds a figure for docs/testing.md with `annotate('50,000 lines compared', 'F7')`.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'

export default class ScriptReporter {
  #tests = []
  #errors = []

  onTestModuleEnd(module) {
    const file = path.relative(process.cwd(), module.moduleId)
    let failed = 0
    let count = 0
    for (const test of module.children.allTests()) {
      const result = test.result()
      count += 1
      if (result.state === 'failed') failed += 1
      this.#tests.push({
        file,
        name: test.fullName,
        state: result.state,
        ...(result.note ? { note: result.note } : {}),
        ...(result.state === 'failed' ? { failure: String(result.errors[0]?.message) } : {}),
        ms: Math.round(test.diagnostic()?.duration ?? 0),
        figures: test.annotations().map(({ type, message }) => ({ type, message })),
      })
      for (const error of result.errors ?? []) show(`${file} › ${test.fullName}`, error)
    }
    // An error outside every test (a failed import, a hook of the file or of a block) fails the file itself.
    const outside = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
    for (const error of outside) {
      failed += 1
      this.#errors.push({ file, message: String(error.message ?? error) })
      show(file, error)
    }
    const seconds = ((module.diagnostic().duration ?? 0) / 1000).toFixed(1)
    console.log(`${failed ? '✗' : '✓'} ${file} (${count} tests${failed ? `, ${failed} failed` : ''}, ${seconds} s)`)
  }

  onTestRunEnd(_modules, unhandled) {
    for (const error of unhandled) {
      this.#errors.push({ file: '', message: String(error.message ?? error) })
      show('outside every test', error)
    }
    const target = process.env.PATCHBAY_REPORT
    if (target) writeFileSync(target, JSON.stringify({ tests: this.#tests, errors: this.#errors }))
  }
}

function show(where, error) {
  console.log(`\n✗ ${where}\n${error.stack ?? error.message ?? String(error)}`)
  if (error.diff) console.log(error.diff)
  console.log()
}
