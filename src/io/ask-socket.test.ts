import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listenForAsks } from './ask-socket.ts'

// Not in the system's folder for temporary files, whose name may be too long for a socket.
test.skipIf(process.platform === 'win32')(
  'a socket that somebody removes while it is opened is a fault, and nothing is left of it',
  async () => {
    const dataDir = mkdtempSync('/tmp/patchbay-ask-')
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const listening = listenForAsks({ dataDir, most: 1_000, onLine: () => undefined })
    rmSync(path.join(dataDir, 'ask.sock'))
    expect(await listening).toMatchObject({
      ok: false,
      fault: { code: 'unavailable', detail: expect.stringContaining('ENOENT') as string },
    })
    expect(existsSync(path.join(dataDir, 'ask.json'))).toBe(false)
  },
)
