import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { monotonicFactory } from 'ulid'
import type { Server } from '../api/server.ts'
import { fail, ok, reasonOf, type Fault, type Result } from '../core/fault.ts'
import type { Protocol } from '../core/protocol.ts'
import type { Workspace } from '../core/workspace.ts'
import { openJournal } from '../io/journal/open.ts'
import { openSecretStore } from '../io/secrets.ts'
import { openApprovals } from './gate/approvals.ts'
import { openCases } from './case/cases.ts'
import { openArchives } from './care/archives.ts'
import type { Services, Log } from './services.ts'
import { openDemo, sweepDemos } from './demo.ts'
import { openForgetCopies } from './care/forget-copies.ts'
import { openGate, type EngineGate } from './gate/gate.ts'
import { openGrants } from './gate/grants.ts'
import { openHookAsks } from './gate/hook-asks.ts'
import { openHaltRun } from './halts/halt-run.ts'
import { openHalts } from './halts/halts.ts'
import type { EngineContext } from './engine-context.ts'
import type { Journal } from '../core/journal.ts'
import { JournalError } from '../core/journal.ts'
import { openJournalCare } from './care/journal-care.ts'
import { tryJournal } from './journal-fault.ts'
import { openNotices } from './notices/notices.ts'
import { openRooms } from './rooms.ts'
import { secretPlaces } from './links/secret-place.ts'
import { engineServer } from './server.ts'
import { openSettings } from './settings.ts'
import { openScenarios } from './scenarios.ts'
import { openSimulations } from './simulations.ts'
import type { Shell } from '../core/shell.ts'

export interface EngineOptions {
  /** Our data folder: journal, secrets, demo workspaces. Created if missing. */
  readonly dataDir: string
  readonly shell: Shell
  readonly protocols: readonly Protocol[]
  readonly log: Log
  readonly version: string
  /** Reports something to the process that started us: the journal is damaged, or cannot be backed up. */
  readonly warn?: (words: string) => void
  /** Progress of rebuilding the lists of a workspace, see `Services`. */
  readonly rebuilding?: Services['rebuilding']
  /** Our clock in ms. */
  readonly now?: () => number
  /** A clock that stands still while this machine sleeps, in ms. */
  readonly steady?: () => number
  /** How the past is read, see `Services`. */
  readonly pastReads?: Services['pastReads']
  /** 0 to 1, for jitter. */
  readonly random?: () => number
}

/** The engine of Patchbay in one process. */
export interface Engine {
  /** What the wires serve. */
  readonly server: Server
  /** For actions of the shell itself, for example opening the system browser at startup. */
  readonly gate: Pick<EngineGate, 'perform'>
  /** Opens a folder and makes it the one that screens show first. */
  workspaceByPath(folder: string): Promise<Result<Workspace>>
  /** Starts the temporary workspace with scripted agents, or returns the running one. */
  startDemo(): Promise<Result<Workspace>>
  /** Calls a method on every link of a protocol in a workspace, for an option of the command line. */
  callLinks(workspace: string, protocol: string, method: string, input: unknown): Promise<Result<void>>
  /** Stops links and demo, saves and closes the journal. Later calls return faults. Safe to call twice. */
  close(): Promise<void>
}

/** How long running effects may delay shutdown. */
const closeMs = 5_000

/** Opens the journal and builds the context. No workspace runs until it is opened. The caller holds the lock of the data folder. */
export async function openEngine(options: EngineOptions): Promise<Result<Engine>> {
  const now = options.now ?? Date.now
  const ulid = monotonicFactory(Math.random) // ids are not secret, and reading system randomness per character takes longer than storing an event
  const newId = (): string => ulid(now())
  const dataDir = path.resolve(options.dataDir)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (thrown) {
    return fail('unavailable', `Could not create the data folder ${dataDir}.`, { detail: reasonOf(thrown) })
  }
  const found = (fault: Fault): void => care.found(fault)
  const opened = openJournal({ dataDir, now, newId, onDamage: found, onStop: found })
  if (!opened.ok) return opened
  const care = openJournalCare({
    dataDir,
    now,
    isUsed: () => {
      const known = tryJournal(() => opened.value.workspaces().length > 0)
      return known.ok && known.value
    },
  })
  const halts = openHalts({ journal: opened.value, dataDir, now, log: options.log })
  try {
    const keychain = options.shell.keychain
    const services: Services = {
      journal: opened.value,
      care,
      halts,
      secrets: await openSecretStore({ dataDir, ...(keychain !== undefined && { keychain }) }),
      protocols: new Map(options.protocols.map((protocol) => [protocol.info.id, protocol])),
      shell: options.shell,
      log: options.log,
      rebuilding: options.rebuilding,
      now,
      steady: options.steady,
      newId,
      random: options.random ?? Math.random,
      pastReads: options.pastReads,
      dataDir,
      version: options.version,
    }
    await bindSecrets(services)
    await sweepDemos(services)
    return ok(joinEngine(services, opened.value, options.warn))
  } catch (thrown) {
    halts.close()
    care.close()
    opened.value.close()
    if (!(thrown instanceof JournalError)) throw thrown
    return { ok: false, fault: thrown.fault }
  }
}

/** Binds secrets without a place to the one in their link's current settings, before anyone can change those. */
async function bindSecrets({ journal, protocols, secrets, log }: Services): Promise<void> {
  const links = journal.workspaces().flatMap(({ id }) => journal.links(id))
  const places = links.flatMap(({ id, protocol, config }) => {
    const known = protocols.get(protocol)
    return known === undefined ? [] : [[id, secretPlaces(known, config)] as const]
  })
  const bound = await secrets.bind(new Map(places))
  if (!bound.ok) log('could not bind secrets from an earlier release to their servers', { fault: bound.fault, level: 'warn' })
}

function joinEngine(services: Services, journal: Journal, warn: EngineOptions['warn']): Engine {
  const grants = openGrants(services)
  const approvals = openApprovals(services, grants, (workspace) => {
    for (const room of rooms.running()) if (workspace === undefined || room.id === workspace) room.changed()
  })
  const gate = openGate(services, grants, approvals)
  const rooms = openRooms(services, gate, approvals, () => notices.look())
  const settings = openSettings(journal)
  const notices = openNotices({ services, rooms, settings })
  const demo = openDemo(services, gate, rooms)
  const forgetCopies = openForgetCopies(services)
  forgetCopies.start()
  const archives = openArchives(services)
  const cases = openCases(services)
  const halt = openHaltRun(services, gate, rooms)
  const simulations = openSimulations(services, gate)
  const context: EngineContext = {
    services,
    rooms,
    gate,
    grants,
    approvals,
    settings,
    notices,
    demo,
    forgetCopies,
    archives,
    cases,
    halt,
    scenarios: openScenarios(services),
    simulations,
  }
  const hookAsks = openHookAsks(services, rooms, gate, settings)
  let closing: Promise<void> | undefined
  services.halts.onChange((isRefusal) => {
    for (const room of rooms.running()) room.haltChanged(isRefusal)
    if (!isRefusal) notices.look()
  })
  services.care.onChange((fault) => {
    for (const room of rooms.running()) room.changed()
    if (fault === undefined) return
    services.log('the journal needs care', { fault, level: 'warn' })
    warn?.(fault.message)
  })
  const server = engineServer(context, () => closing !== undefined)

  async function close(): Promise<void> {
    hookAsks.close()
    archives.close()
    cases.close()
    services.halts.close()
    services.care.close()
    notices.close()
    approvals.close()
    await Promise.all([demo.close(), simulations.close()])
    await rooms.close()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, closeMs)))
    await Promise.race([gate.settled(), late])
    clearTimeout(timer)
    journal.close()
  }

  async function select(entering: ReturnType<typeof rooms.open>): Promise<Result<Workspace>> {
    const room = await entering
    if (!room.ok) return room
    const kept = context.settings.setLastWorkspace(room.value.id)
    return kept.ok ? ok(room.value.workspace()) : kept
  }

  async function callLinks(workspace: string, protocol: string, method: string, input: unknown): Promise<Result<void>> {
    const room = rooms.get(workspace)
    if (!room.ok) return room
    const { links } = room.value
    const meant = links.list().filter((link) => link.protocol === protocol && link.enabled)
    if (meant.length === 0) return fail('not-found', 'This workspace does not have that link. Add one in Links.')
    const answers = await Promise.all(meant.map((link) => links.call(link.id, method, input)))
    const failed = answers.find((answer) => !answer.ok)
    return failed?.ok === false ? failed : ok(undefined)
  }

  return {
    server,
    gate,
    callLinks,
    workspaceByPath: (folder) => select(rooms.open(folder)),
    startDemo: () => select(demo.start()),
    close: () => (closing ??= close()),
  }
}
