import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { endOnCrash } from '../io/crash.ts'
import { errnoFault } from '../io/errno-fault.ts'
import { complain } from '../io/standard-streams.ts'
import { exitCodeOf } from './exit-code.ts'

/** Compiled sources are cached next to the packages: a command starts twice as fast. In a read-only folder there is no cache. */
enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'patchbay'))

endOnCrash(
  (words, stack) => complain(`${words}\n${stack}`),
  () => process.exit(1),
)
/** A reader that closes the pipe (`patchbay tail | head`) is not a fault; a full disk behind a redirection is one. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  complain(errnoFault(error, 'write the output').fault.message)
  process.exit(1)
})
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
