import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import type { TestStep } from '../../core/link.ts'
import type { TestContext } from '../../core/protocol.ts'
import { lstatInside } from '../../io/safe-path.ts'
import { closedGate } from './files/closed-gate.ts'
import { isKept, keeperPid } from './files/keeper.ts'
import { openMailboxes } from './files/mailboxes.ts'
import { switchboardFolder } from './files/paths.ts'
import { readServerInfo } from './files/server-files.ts'
import { openSharedState } from './files/shared-state.ts'
import type { SwitchboardConfig } from './pure/config.ts'

type Outcome = Pick<TestStep, 'state' | 'text'> & { readonly isOver?: true }

/** Runs *Test*: the folder, its mailboxes, the state, its keeper, the server, writable. Read-only; stops when the signal aborts. */
export async function* checkConnection(context: TestContext, config: SwitchboardConfig): AsyncIterable<TestStep> {
  const root = path.join(context.workspacePath, config.folder)
  const steps: readonly (readonly [string, () => Promise<Outcome>])[] = [
    ['Folder', () => folderThere(root)],
    ['Mailboxes', () => mailboxesThere(root)],
    ['state.json', () => stateThere(root)],
    ['Keeper', () => keeperOf(root)],
    ['MCP server', () => serverOf(root)],
    ['Writable', () => writable(root)],
  ]
  let isOver = false
  for (const [name, look] of steps) {
    if (context.signal.aborted) return
    if (isOver) {
      yield { name, state: 'skipped', text: 'not reached' }
      continue
    }
    const began = performance.now()
    const { isOver: ends, ...outcome } = await look()
    isOver = ends === true
    yield { name, ms: Math.round(performance.now() - began), ...outcome }
  }
}

async function folderThere(root: string): Promise<Outcome> {
  const found = await lstatInside(root, switchboardFolder)
  if (!found.ok && found.fault.code !== 'not-found') return { state: 'failed', text: found.fault.message, isOver: true }
  if (!found.ok || found.value === undefined)
    return { state: 'ok', text: `${switchboardFolder} does not exist yet; turning on the MCP server creates it`, isOver: true }
  return found.value.isDirectory()
    ? { state: 'ok', text: `${root}/${switchboardFolder}` }
    : { state: 'failed', text: `${switchboardFolder} is not a folder`, isOver: true }
}

async function mailboxesThere(root: string): Promise<Outcome> {
  const mailboxes = openMailboxes({ root, gate: closedGate, now: Date.now, log: () => undefined })
  const agents = await mailboxes.agents()
  if (!agents.ok) return { state: 'failed', text: agents.fault.message }
  const { length } = agents.value
  return { state: 'ok', text: `${length.toLocaleString('en-US')} ${length === 1 ? 'mailbox' : 'mailboxes'}` }
}

async function stateThere(root: string): Promise<Outcome> {
  const state = await openSharedState({ root, gate: closedGate }).read()
  if (!state.ok)
    return { state: 'failed', text: `${state.fault.message} The file is left unchanged; agents cannot register until it is fixed.` }
  const agents = state.value.chatAgents.size + state.value.terminals.size
  return { state: 'ok', text: `${agents.toLocaleString('en-US')} registered` }
}

async function keeperOf(root: string): Promise<Outcome> {
  if (!(await isKept(root))) return { state: 'ok', text: 'none; this Patchbay becomes the keeper when it follows the folder' }
  const pid = await keeperPid(root)
  return { state: 'ok', text: pid === process.pid ? 'this Patchbay' : `process ${pid ?? 'unknown'}; this Patchbay has read-only access` }
}

async function serverOf(root: string): Promise<Outcome> {
  const info = await readServerInfo(root)
  if (!info.ok) return { state: 'failed', text: info.fault.message }
  return { state: 'ok', text: info.value === undefined ? 'off' : `${info.value.host}:${info.value.port}, process ${info.value.pid}` }
}

async function writable(root: string): Promise<Outcome> {
  try {
    await access(path.join(root, switchboardFolder), constants.W_OK)
    return { state: 'ok', text: 'messages can be delivered' }
  } catch {
    return { state: 'failed', text: `${switchboardFolder} is read-only for you: Patchbay can follow it but not deliver messages` }
  }
}
