import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { shellWord } from '../core/shell-word.ts'
import { openJournal } from './journal/open.ts'

// A failure for lack of descriptors says nothing about the file: neither permissions nor a missing build may be blamed.
it.skipIf(process.platform === 'win32')('too many open files are named, with what to do, and nothing else is blamed', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'patchbay-open-files-'))
  try {
    const opened = openJournal({ dataDir })
    if (opened.ok) opened.value.close()
    const script = `
      import { openSync } from 'node:fs'
      const { openJournal } = await import(${JSON.stringify(path.join(import.meta.dirname, 'journal/open.ts'))})
      const { readAssets } = await import(${JSON.stringify(path.join(import.meta.dirname, 'assets.ts'))})
      const { writeOwnFile } = await import(${JSON.stringify(path.join(import.meta.dirname, 'own-file.ts'))})
      const dataDir = ${JSON.stringify(dataDir)}
      openJournal({ dataDir }).value.close() // loads modules needed on first use
      try { for (;;) openSync(process.execPath, 'r') } catch {}
      const told = [openJournal({ dataDir }), readAssets(dataDir), writeOwnFile(dataDir + '/own.json', {})]
      process.stdout.write(JSON.stringify(told.map((result) => result.fault?.message ?? '')))
    `
    const command = `ulimit -n 64; exec ${shellWord(process.execPath)} --input-type=module -e "$SCRIPT"`
    const told = JSON.parse(execFileSync('sh', ['-c', command], { env: { ...process.env, SCRIPT: script }, encoding: 'utf8' })) as string[]
    expect(told).toHaveLength(3)
    for (const message of told) {
      expect(message).toMatch(/too many open files.*ulimit -n/)
      expect(message).not.toMatch(/permission|not built/i)
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
