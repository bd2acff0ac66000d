/** The sum of all test results, and the last line that reports it. */

/** Collects outcomes; `skip` requires the reason, because a skipped test without one hides a gap. */
export class Tally {
  #passed = 0
  #failures = []
  #skipped = new Map()

  /** `failures`: the names of what failed, and why if it is short. */
  add({ passed, failures }) {
    this.#passed += passed
    this.#failures.push(...failures)
  }

  skip(reason, count = 1) {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + count)
  }

  /** Adds a Vitest report (see vitest-reporter.mjs). */
  addVitest({ tests, errors }) {
    for (const test of tests) {
      if (test.state === 'passed') this.#passed += 1
      else if (test.state === 'failed') this.#failures.push(`${test.file} › ${test.name}: ${test.failure}`)
      else this.skip(test.note ?? `${test.file}: not on this machine: ${test.name}`)
    }
    for (const { file, message } of errors) this.#failures.push(`${file || 'outside every test'}: ${message}`)
  }

  /** Prints what was skipped and why, what failed (its details are far above), then the counts as the last line. Returns the exit code. */
  finish() {
    for (const [reason, count] of this.#skipped) console.log(`- ${count} skipped: ${reason}`)
    if (this.#passed + this.#failures.length === 0) this.#failures.push('nothing was tested')
    for (const failure of this.#failures) console.log(`✗ ${failure.split('\n', 1)[0]}`)
    console.log(`${this.#passed} passed, ${this.#failures.length} failed`)
    return this.#failures.length > 0 ? 1 : 0
  }
}
