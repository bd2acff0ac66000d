import path from 'node:path'
import type { Fault, Result } from '../core/fault.ts'
import { openEngine } from '../engine/engine.ts'
import type { Engine } from '../engine/engine.ts'
import { defaultDataDir } from '../io/data-dir.ts'
import { openInstallation } from '../io/installation.ts'
import type { Installation } from '../io/installation.ts'
import { lockInstance, readInstance } from '../io/instance.ts'
import { createLog } from '../io/log.ts'
import { printWords, say } from '../io/standard-streams.ts'
import { loadProtocols } from '../protocols/registry.ts'
import { newSecret, startBrowserShell } from '../server/browser-shell.ts'
import type { BrowserShell } from '../server/browser-shell.ts'
import { assetsDir } from './check-shells.ts'
import { complain } from './complain.ts'
import { endOfProcess } from './end-of-process.ts'
import { migrateFirst } from './migrate.ts'
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
  const dataDir = options.data === undefined ? defaultDataDir() : path.resolve(options.data)
  const lock = lockInstance(dataDir)
  if (!lock.ok) return lock.fault.code === 'conflict' ? showOther(dataDir, lock.fault) : complain(lock.fault)
  const migrated = await migrateFirst(dataDir)
  if (!migrated.ok) {
    lock.value.release()
    return complain(migrated.fault)
  }
  const ended = stop ?? endOfProcess()
  const log = createLog({ file: path.join(dataDir, 'log', 'patchbay.log'), level: 'info' })
  try {
    const installation = openInstallation(dataDir)
    if (!installation.ok) return complain(installation.fault)
    const token = newSecret()
    const protocols = await loadProtocols()
    const engine = await openEngine({
      dataDir,
      shell: { kind: 'browser', session: { key: installation.value.pageKey, token } },
      protocols,
      log,
      version,
      warn: (words) => say(`patchbay: ${words}`),
      rebuilding: showRebuilding(),
    })
    if (!engine.ok) return complain(engine.fault)
    try {
      return await serveEngine(engine.value, options, {
        dataDir,
        log,
        ended,
        token,
        installation: installation.value,
        publish: (address) => lock.value.publish({ address }),
      })
    } finally {
      await engine.value.close()
    }
  } finally {
    log.close()
    lock.value.release()
  }
}

interface Surroundings {
  readonly dataDir: string
  readonly log: (message: string, fields?: Record<string, unknown>) => void
  readonly ended: Promise<void>
  readonly token: string
  readonly installation: Installation
  readonly publish: (address: string) => Result<void>
}

async function serveEngine(engine: Engine, options: ServeOptions, around: Surroundings): Promise<number> {
  const entered = await enter(engine, options)
  if (!entered.ok) return complain(entered.fault)
  const shell = await startShell(engine, options.port, around)
  if (!shell.ok) return complain(shell.fault)
  try {
    const published = around.publish(shell.value.address)
    if (!published.ok) return complain(published.fault)
    const kept = around.installation.keepPort(shell.value.port)
    if (!kept.ok) around.log('the port could not be stored', { fault: kept.fault })
    say(`Patchbay ${version} is serving ${entered.value}; data folder ${around.dataDir}. Press Ctrl+C to stop.`)
    await show(engine, shell.value, options)
    await around.ended
    say('Stopping Patchbay.')
    return 0
  } finally {
    await shell.value.close()
  }
}

/** Without a port, the last one is asked for again, so that open pages find their way back; another program may have it meanwhile. */
async function startShell(
  engine: Engine,
  port: number | undefined,
  { log, token, installation }: Surroundings,
): Promise<Result<BrowserShell>> {
  const start = (on: number) => startBrowserShell({ server: engine.server, assetsDir, port: on, log, token, pageKey: installation.pageKey })
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

/** Opens the browser if wanted and possible, and prints the address as the last line. */
async function show(engine: Engine, shell: BrowserShell, options: ServeOptions): Promise<void> {
  const obstacle = options.open ? whyNotOpen() : undefined
  if (obstacle !== undefined) say(`Browser not opened: ${obstacle}. Open the address yourself.`)
  else if (options.open) {
    const opened = await engine.gate.perform(
      {
        actor: { kind: 'operator', name: 'operator' },
        effect: { kind: 'open', target: `http://127.0.0.1:${shell.port}/`, exact: 'the address of this launch' },
        question: 'Open the dashboard in the system browser?',
        confirmed: true, // --no-open on the command line refuses this
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
