import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { endOnCrash } from '../io/crash.ts'
import { complain } from '../io/standard-streams.ts'
import { exitCodeOf } from './exit-code.ts'

/** Compiled sources are cached next to the packages: a command starts twice as fast. In a read-only folder there is no cache. */
enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'patchbay'))

endOnCrash(
  (words, stack) => complain(`${words}\n${stack}`),
  () => process.exit(1),
)
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
  process.exitCode = exitCodeOf(error)
}
