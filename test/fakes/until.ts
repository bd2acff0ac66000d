import { vi } from 'vitest'

/** Waits, checking often. */
export const until = (look: () => void | Promise<void>): Promise<void> => vi.waitFor(look, { interval: 2 })
