import { run } from '../../src/io/runner/runner.ts'
import type { Permit } from '../../src/core/protocol.ts'

// Runs `yes` for a moment and prints how much the memory of this process grew, in bytes.
const permit = { act: 'test' } as Permit
await run(permit, { program: 'yes', args: [], cwd: '/', timeoutMs: 200 }) // warm-up: code and first buffers are not measured
const before = process.memoryUsage.rss()
let peak = before
const sampler = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 20)
const result = await run(permit, { program: 'yes', args: [], cwd: '/', timeoutMs: 1_200, graceMs: 200 })
clearInterval(sampler)
console.log(
  JSON.stringify({
    grown: peak - before,
    kept: result.ok ? result.value.output.length : -1,
    truncated: result.ok && result.value.truncated,
  }),
)
