import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import { reasonOf } from '../core/fault.ts'
import { complain } from '../io/standard-streams.ts'

/** Exit codes of every command: 0 success · 1 a fault, explained on stderr · 2 a wrong command line. */
const usageError = 2

/** Compiled sources are cached next to the packages: a command starts twice as fast. In a read-only folder there is no cache. */
enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'patchbay'))

/** A reader that closes the pipe (`patchbay tail | head`) is not a fault. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
/** The launcher in bin/ was killed: exit too. */
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

try {
  const { createProgram } = await import('./program.ts')
  await createProgram().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : usageError
  } else {
    complain(`internal error (please report it): ${reasonOf(error)}`)
    process.exitCode = 1
  }
}
