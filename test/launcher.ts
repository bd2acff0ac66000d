import path from 'node:path'

/** The script that starts `patchbay`, as the operator has it. */
export const launcher = path.join(import.meta.dirname, '..', 'bin', 'patchbay.mjs')
