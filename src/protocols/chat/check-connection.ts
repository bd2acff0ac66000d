import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestStep } from '../../core/link.ts'
import type { TestContext } from '../../core/protocol.ts'
import { reasonOf } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { lstatInside, openInside } from '../../io/safe-path.ts'
import { countNewlines } from '../../io/tail/line-start.ts'
import { inWorkplace } from './pure/config.ts'
import type { ChatConfig } from './pure/config.ts'
import { chatFile } from './pure/place.ts'

type Outcome = { readonly state: TestStep['state']; readonly text: string; readonly goOn: boolean }

/** Runs *Test*: folder, file, readable, lines, writable. Read-only; stops when the signal aborts. */
export async function* checkConnection(context: TestContext, config: ChatConfig): AsyncIterable<TestStep> {
  const root = context.workspacePath
  const path = inWorkplace(config, chatFile)
  const steps: readonly (readonly [string, () => Promise<Outcome>])[] = [
    ['Folder', () => folderThere(root, inWorkplace(config))],
    ['File', () => fileThere(root, path)],
    ['Readable', () => readable(root, path, context.signal)],
    ['Writable', () => writable(root, path)],
  ]
  let goOn = true
  for (const [name, run] of steps) {
    if (context.signal.aborted) return
    if (!goOn) {
      yield { name, state: 'skipped', text: 'not reached' }
      continue
    }
    const began = performance.now()
    const outcome = await run()
    goOn = outcome.goOn
    yield { name, state: outcome.state, ms: Math.round(performance.now() - began), text: outcome.text }
  }
}

function failed(result: Result<unknown> & { readonly ok: false }): Outcome {
  return { state: 'failed', text: result.fault.message, goOn: false }
}

async function folderThere(root: string, folder: string): Promise<Outcome> {
  const found = await lstatInside(root, folder)
  if (!found.ok) return failed(found)
  if (found.value === undefined) return { state: 'ok', text: `${folder} does not exist yet; the first message creates it`, goOn: false }
  if (!found.value.isDirectory() && !found.value.isSymbolicLink())
    return { state: 'failed', text: `${folder} is not a folder`, goOn: false }
  return { state: 'ok', text: folder, goOn: true }
}

async function fileThere(root: string, path: string): Promise<Outcome> {
  const found = await lstatInside(root, path)
  if (!found.ok) return failed(found)
  if (found.value === undefined) return { state: 'ok', text: `${path} does not exist yet; the first message creates it`, goOn: false }
  return { state: 'ok', text: path, goOn: true }
}

async function readable(root: string, path: string, signal: AbortSignal): Promise<Outcome> {
  const opened = await openInside(root, path, constants.O_RDONLY)
  if (!opened.ok) return failed(opened)
  try {
    const { size } = await opened.value.stat()
    const lines = await countNewlines(opened.value, 0, size, signal)
    return { state: 'ok', text: `${lines.toLocaleString('en-US')} lines, ${size.toLocaleString('en-US')} bytes`, goOn: true }
  } catch (thrown) {
    return { state: 'failed', text: `Could not read ${path}: ${reasonOf(thrown)}`, goOn: false }
  } finally {
    await opened.value.close()
  }
}

async function writable(root: string, path: string): Promise<Outcome> {
  try {
    await access(join(root, path), constants.W_OK)
    return { state: 'ok', text: 'sending is possible', goOn: true }
  } catch {
    return { state: 'failed', text: `${path} is read-only for you: Patchbay can follow it but not send`, goOn: true }
  }
}
