import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for a condition, ms. */
    readonly patienceMs: number
  }
}

/** `vi.waitFor` waits one second by default, and has no setting for it: on a busy machine conditions take longer. */
const { waitFor } = vi
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(check, options) {
    const given = typeof options === 'number' ? { timeout: options } : options
    return waitFor(check, { ...given, timeout: Math.max(given?.timeout ?? 0, inject('patienceMs')) })
  }
}
