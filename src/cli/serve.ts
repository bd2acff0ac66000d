import { flushCompileCache } from 'node:module'
import path from 'node:path'
import type { Server } from '../api/server.ts'
import type { Fault, Result } from '../core/fault.ts'
import type { GateRequest, Permit } from '../core/protocol.ts'
import { directGate } from '../engine/gate/direct-gate.ts'
import { openEngine } from '../engine/engine.ts'
import type { Engine } from '../engine/engine.ts'
import { openStarting } from '../engine/starting.ts'
import type { Starting } from '../engine/starting.ts'
import { logCrashes } from '../io/crash.ts'
import { dataDirOf } from '../io/data-dir.ts'
import { openInstallation } from '../io/installation.ts'
import type { Installation } from '../io/installation.ts'
import { lockInstance, readInstance } from '../io/instance.ts'
import { startMigration } from '../io/journal/migration.ts'
import type { Migration } from '../io/journal/migration.ts'
import { createLog } from '../io/log.ts'
import { complainOf, printWords, say } from '../io/standard-streams.ts'
import { loadProtocols } from '../protocols/registry.ts'
import { newSecret, startBrowserShell } from '../server/browser-shell.ts'
import type { BrowserShell } from '../server/browser-shell.ts'
import { assetsDir } from './check-shells.ts'
import { endOfProcess } from './end-of-process.ts'
import { showMigration } from './migrate.ts'
import { openBrowser, whyNotOpen } from './open-browser.ts'
import { showRebuilding } from './progress.ts'
import { version } from './version.ts'

/** Options of `patchbay serve`; folders as typed. */
export interface ServeOptions {
  readonly workspace?: string
  readonly demo?: boolean
  /** Turn on the MCP server of the workspace. */
  readonly mcp?: boolean
  /** 0: any free port; absent: the last one if it is free. */
  readonly port?: number
  /** False: print the address only. */
  readonly open: boolean
  readonly data?: string
}

/**
 * `patchbay serve`: serves the dashboard to a browser on this machine until a signal stops it. The only line on stdout is its address,
 * with the launch token in the fragment; everything else is printed on stderr before it. Returns the exit code.
 * @param stop ends it in place of a signal, for a process that serves several times.
 */
export async function serve(options: ServeOptions, stop?: Promise<void>): Promise<number> {
  const dataDir = dataDirOf(options.data)
  const lock = lockInstance(dataDir)
  if (!lock.ok) return lock.fault.code === 'conflict' ? showOther(dataDir, lock.fault) : complainOf(lock.fault)
  const log = createLog({ file: path.join(dataDir, 'log', 'patchbay.log'), level: 'info' })
  const endWatch = logCrashes(log)
  try {
    const installation = openInstallation(dataDir)
    if (!installation.ok) return complainOf(installation.fault)
    const around: Surroundings = {
      dataDir,
      log,
      stop,
      token: newSecret(),
      installation: installation.value,
      publish: (address) => lock.value.publish({ address }),
    }
    const migration = startMigration(dataDir)
    return migration === undefined ? await serveEngine(options, around) : await serveMigration(migration, options, around)
  } finally {
    endWatch()
    log.close()
    lock.value.release()
  }
}

interface Surroundings {
  readonly dataDir: string
  readonly log: (message: string, fields?: Record<string, unknown>) => void
  readonly stop: Promise<void> | undefined
  readonly token: string
  readonly installation: Installation
  readonly publish: (address: string) => Result<void>
}

/** Pages are served while the journal is migrated, and show how far it is. */
async function serveMigration(migration: Migration, options: ServeOptions, around: Surroundings): Promise<number> {
  const { installation, token } = around
  const starting = openStarting({ migration, version, session: { key: installation.pageKey, token } })
  const shell = await openShell(starting.server, options, around)
  if (!shell.ok) {
    migration.cancel()
    await migration.done
    return complainOf(shell.fault)
  }
  try {
    await show(directGate.perform, shell.value, options)
    const migrated = await showMigration(migration, starting.migrated)
    return migrated.ok ? await serveEngine(options, around, { ...shell, starting }) : complainOf(migrated.fault)
  } finally {
    await shell.value.close()
  }
}

/** @param opened a shell that already serves pages. */
async function serveEngine(
  options: ServeOptions,
  around: Surroundings,
  opened?: { readonly ok: true; readonly value: BrowserShell; readonly starting: Starting },
): Promise<number> {
  const { dataDir, log, token, installation } = around
  const ended = around.stop ?? endOfProcess()
  const engine = await openEngine({
    dataDir,
    shell: { kind: 'browser', session: { key: installation.pageKey, token } },
    protocols: await loadProtocols(),
    log,
    version,
    warn: (words) => say(`patchbay: ${words}`),
    rebuilding: showRebuilding(),
  })
  if (!engine.ok) return complainOf(engine.fault)
  try {
    const entered = await enter(engine.value, options)
    if (!entered.ok) return complainOf(entered.fault)
    const shell = opened ?? (await openShell(engine.value.server, options, around))
    if (!shell.ok) return complainOf(shell.fault)
    say(`Patchbay ${version} is serving ${entered.value}; data folder ${dataDir}. Press Ctrl+C to stop.`)
    // --no-open on the command line refuses this.
    if (opened === undefined)
      await show((request, run) => engine.value.gate.perform({ ...request, confirmed: true }, run), shell.value, options)
    else opened.starting.open(engine.value.server)
    // What is compiled is otherwise cached at the end, which a kill or a power cut prevents: the next start would be as slow as the first.
    flushCompileCache()
    try {
      await ended
      say('Stopping Patchbay.')
      return 0
    } finally {
      await shell.value.close()
    }
  } finally {
    await engine.value.close()
  }
}

/** Starts to serve pages and publishes the address. */
async function openShell(server: Server, { port }: ServeOptions, around: Surroundings): Promise<Result<BrowserShell>> {
  const shell = await startShell(server, port, around)
  if (!shell.ok) return shell
  const published = around.publish(shell.value.address)
  if (!published.ok) {
    await shell.value.close()
    return published
  }
  const kept = around.installation.keepPort(shell.value.port)
  if (!kept.ok) around.log('the port could not be stored', { fault: kept.fault })
  return shell
}

/** Without a port, the last one is asked for again, so that open pages find their way back; another program may have it meanwhile. */
async function startShell(
  server: Server,
  port: number | undefined,
  { log, token, installation }: Surroundings,
): Promise<Result<BrowserShell>> {
  const start = (on: number) => startBrowserShell({ server, assetsDir, port: on, log, token, pageKey: installation.pageKey })
  const again = await start(port ?? installation.port ?? 0)
  return again.ok || port !== undefined || installation.port === undefined ? again : start(0)
}

/** Opens the requested workspace; returns what the page will show first. */
async function enter(engine: Engine, options: ServeOptions): Promise<Result<string>> {
  if (options.workspace === undefined && options.demo !== true) return { ok: true, value: 'the last workspace' }
  const opened = options.workspace === undefined ? await engine.startDemo() : await engine.workspaceByPath(path.resolve(options.workspace))
  if (!opened.ok) return opened
  if (options.mcp === true) {
    const switched = await engine.callLinks(opened.value.id, 'switchboard', 'serverOn', {})
    say(
      switched.ok
        ? 'The MCP server is on. Its address is in .switchboard/server_info.json.'
        : `The MCP server is off: ${switched.fault.message}`,
    )
  }
  return { ok: true, value: opened.value.demo ? 'the demo' : opened.value.path }
}

type Open = (request: GateRequest, run: (permit: Permit) => Promise<Result<void>>) => Promise<Result<void>>

/** Opens the browser if wanted and possible, and prints the address as the last line. */
async function show(open: Open, shell: BrowserShell, options: ServeOptions): Promise<void> {
  const obstacle = options.open ? whyNotOpen() : undefined
  if (obstacle !== undefined) say(`Browser not opened: ${obstacle}. Open the address yourself.`)
  else if (options.open) {
    const opened = await open(
      {
        actor: { kind: 'operator', name: 'operator' },
        effect: { kind: 'open', target: `http://127.0.0.1:${shell.port}/`, exact: 'the address of this launch' },
        question: 'Open the dashboard in the system browser?',
      },
      (permit) => openBrowser(permit, shell.address),
    )
    if (!opened.ok) say(`Could not open the browser: ${opened.fault.message} Open the address yourself.`)
  }
  await printWords(shell.address)
}

/** Another Patchbay uses the data folder: its address works just as well. */
async function showOther(dataDir: string, fault: Fault): Promise<number> {
  const other = readInstance(dataDir)
  say(fault.message)
  if (other?.address === undefined) return 1
  await printWords(other.address)
  return 1
}
