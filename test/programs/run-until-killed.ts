import { run } from '../../src/io/runner/runner.ts'
import type { Permit } from '../../src/core/protocol.ts'

// Runs sleeping processes in the given folder, until somebody ends this process.
await run({ act: 'test' } as Permit, {
  program: 'sh',
  args: ['-c', 'setsid sleep 60 & sleep 60'],
  cwd: process.argv[2] ?? '/',
  timeoutMs: 60_000,
})
