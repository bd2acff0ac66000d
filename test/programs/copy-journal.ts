import { writeSync } from 'node:fs'
import { keepBackup } from '../../src/io/journal/backups.ts'

/** Test program: backs up a data folder, reports the first step, and then waits in the middle to be killed. */
await keepBackup(process.argv[2] ?? '', 0, {
  progress() {
    writeSync(1, 'copying\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
})
