import path from 'node:path'
import type { Actor } from '../../core/approval.ts'
import type { Draft, WirePreview } from '../../core/command.ts'
import type { NewEvent } from '../../core/event.ts'
import { fail, ok } from '../../core/fault.ts'
import { onBeat } from '../../io/beat.ts'
import type { Result } from '../../core/fault.ts'
import { haltGraceMs } from '../../core/halt.ts'
import type { HaltHook, LinkCall, LinkContext, LinkDriver, MessageStamp } from '../../core/protocol.ts'
import { doubtsAbout } from './service/doubts.ts'
import { findTeam } from './service/teams.ts'
import type { Mailboxes, MailboxChange, MailboxWatch } from './files/mailbox-types.ts'
import { openMailboxes } from './files/mailboxes.ts'
import { inSwitchboard } from './files/paths.ts'
import { openSenderProofs, withProofs } from './files/sender-proofs.ts'
import { openSessionNames } from './files/session-names.ts'
import { AgentJournal } from './link/agent-journal.ts'
import { answerCall, whyReadOnly } from './link/answers.ts'
import { viewOf } from './link/view.ts'
import { BridgeFile, bridgedTerminals } from './link/bridge-file.ts'
import { previewDraft, usesExtension } from './link/extension.ts'
import { fitView } from './link/fit-view.ts'
import { heldPort } from './link/held.ts'
import { keepRefused } from './link/gone-mail.ts'
import { Keeping } from './link/keeping.ts'
import { openStateWithRoles } from './link/kept-roles.ts'
import { MailIndex } from './link/mail-index.ts'
import { MailJournal } from './link/mail-journal.ts'
import type { RunningLink } from './link/running-link.ts'
import { readPersonas } from './link/personas.ts'
import { Problems } from './link/problems.ts'
import { registrationPort } from './link/registrations.ts'
import { readSaved, savedOf } from './link/saved.ts'
import { StateFollow } from './link/state-follow.ts'
import { statusOf } from './link/status.ts'
import { trustIn } from './link/trust.ts'
import { nameKey } from './pure/agent-name.ts'
import { inWorkspace } from './pure/config.ts'
import type { SwitchboardConfig } from './pure/config.ts'
import { haltMail } from './pure/halt-mail.ts'
import type { HaltedHere } from './pure/halt-mail.ts'
import { parseMessageFile } from './pure/message.ts'
import type { Persona } from './pure/personas.ts'
import { writesBySession } from './pure/registration.ts'
import type { Registered } from './pure/registration.ts'
import { openClipboard } from './terminals/clipboard.ts'
import { openShells } from './terminals/shells.ts'
import { openWorkspacePort } from './workspace-port.ts'

const showMs = 100
const saveMs = 5_000
/** How often personas and the extension are looked for, ms. */
const besideMs = 10_000
/** Archived files younger than this at the last saving are looked at again. */
const overlapMs = 60_000

/** The running link of one `.switchboard/`. */
export class SwitchboardLink implements LinkDriver {
  readonly #context: LinkContext
  readonly #link: RunningLink
  /** What is written through these has a sender that is known. */
  readonly #proven: Pick<Mailboxes, 'deliver'>
  readonly #agents: AgentJournal
  readonly #problems = new Problems()
  readonly #bridge: BridgeFile
  readonly #archiveSince: number | undefined
  readonly #held: ReturnType<typeof heldPort>
  readonly #registrations: ReturnType<typeof registrationPort>
  #watch: MailboxWatch | undefined
  #personas: readonly Persona[] = []
  #isReady = false
  #isHalted: boolean
  #stopped = false
  #ending: Promise<void> | undefined
  #starting: Promise<void> = Promise.resolve()
  #showTimer: NodeJS.Timeout | undefined
  #saveTimer: NodeJS.Timeout | undefined
  #endBeside: (() => void) | undefined

  constructor(context: LinkContext, config: SwitchboardConfig) {
    this.#context = context
    this.#isHalted = context.halt.now() !== undefined
    const saved = readSaved(context.saved)
    const root = path.join(context.workspacePath, config.folder)
    const { gate, now, log } = context
    const mailboxes = openMailboxes({ root, gate, now, log })
    const proofs = openSenderProofs(context.ownFolder, root, log)
    const proven = withProofs(mailboxes, proofs)
    this.#proven = proven
    this.#bridge = new BridgeFile(root, gate, log)
    const registered = (): readonly Registered[] => this.#registrations.now()
    const names = openSessionNames(context.ownFolder, root, log)
    const bySession = (name: string): boolean => writesBySession(registered(), name) || names.has(name)
    const sharedState = openStateWithRoles({ root, gate }, registered)
    const changed = (): void => this.#changed()
    this.#archiveSince = saved.archiveSince
    this.#agents = new AgentJournal(saved.agents)
    const emit = (events: readonly NewEvent[]): void => this.#emit(events)
    const state = new StateFollow({
      root,
      shared: sharedState,
      poll: config.poll,
      isShown: context.isWatched,
      changed: () => this.#stateRead(),
      foldersChanged: () => this.#watch?.kick(),
      log,
    })
    const journal = new MailJournal(
      {
        inWorkspace: (file) => inWorkspace(config, file),
        doubts: (stored, isProven) => doubtsAbout(stored, isProven, state.state, bySession),
        writesBySession: bySession,
        proves: proofs.proves,
        isFirstRead: context.saved === undefined,
        isArchivedByUs: ({ agent, message }) => nameKey(agent) !== nameKey(context.operator()) || proofs.provesArchived(agent, message.id),
        stored: context.stored.find,
        now,
        emit,
      },
      saved.mail,
    )
    const shells = openShells({ cwd: root, gate, halt: context.halt, known: saved.shells, now, changed })
    this.#held = heldPort(
      saved.held,
      () => this.#save(),
      () => this.#stopped,
    )
    this.#registrations = registrationPort(
      saved.registrations,
      gate,
      () => this.#save(),
      () => this.#stopped,
    )
    const keeping = new Keeping({
      root,
      context,
      server: saved.server,
      changed,
      appeared: () => {
        state.kick()
        this.#watch?.kick()
      },
      keepsNow: () => this.#watch?.keepsNow(),
      serviceChanged: ({ kind }) => {
        if (kind === 'roster' || kind === 'rules') void state.read()
        changed()
      },
      ports: {
        mailboxes: proven,
        trust: (stored) => Promise.resolve(trustIn(this.#link, stored)),
        state: sharedState,
        workspace: openWorkspacePort(root),
        terminals: shells,
        held: this.#held,
        registrations: this.#registrations,
        clipboard: openClipboard(context),
        personas: () => this.#personas,
      },
    })
    this.#link = {
      root,
      config,
      context,
      mailboxes,
      proofs,
      state,
      index: new MailIndex(() => context.dueTimes()),
      journal,
      keeping,
      shells,
      writesBySession: bySession,
      registered: new Set(saved.registered),
      extension: { isHere: false },
      readPersonas: () => this.#readPersonas(),
      save: () => this.#save(),
    }
  }

  start(): void {
    this.#context.status({ lamp: 'connecting', text: `looking for ${inWorkspace(this.#link.config, inSwitchboard())}` })
    this.#starting = this.#open()
  }

  stop(): Promise<void> {
    this.#stopped = true
    return (this.#ending ??= this.#end())
  }

  async send(wire: string, actor: Actor): Promise<Result<void>> {
    await this.#starting
    const message = parseMessageFile('The message', wire)
    if (!message.ok) return message
    const fault = whyReadOnly(this.#link)
    if (fault !== undefined) return { ok: false, fault }
    const team = findTeam(this.#link.state.state, message.value.recipient)
    if (team !== undefined)
      return fail('unsupported', `“${team.name}” is a team. Use Inboxes to write to it: each member gets a separate file.`, { field: 'to' })
    const delivered = await this.#proven.deliver(message.value, actor)
    return delivered.ok ? ok(undefined) : delivered
  }

  format(draft: Draft, stamp: MessageStamp): Result<WirePreview> {
    return previewDraft(this.#link, draft, stamp)
  }

  readonly halt: HaltHook = {
    preview: (order) => haltMail(order, this.#link.state.state, this.#here()),
    stop: async (_order, keys) => {
      const ended = keys.map(async (key) => [key, await this.#endShell(key.replace(/^shell /, ''))] as const)
      return new Map(await Promise.all(ended))
    },
    changed: () => {
      // What was waiting to be typed, or was cut, goes on or is answered after Resume.
      const isOver = this.#context.halt.now() === undefined
      if (this.#isHalted && isOver) void this.#link.keeping.service?.executes.resume()
      this.#isHalted = !isOver
      this.#changed()
    },
  }

  act(act: string): Promise<Result<{ readonly text: string }>> {
    return Promise.resolve(fail('unsupported', `A Switchboard has no action “${act.slice(0, 40)}”.`))
  }

  async call(method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> {
    await this.#starting
    const answer = await answerCall(this.#link, method, input, call)
    this.#changed()
    return answer
  }

  registrationOf(agent: string): string | undefined {
    return this.#link.keeping.service?.registrationOf(agent)?.id
  }

  debtsChanged(): void {
    this.#changed()
  }

  async #open(): Promise<void> {
    const { mailboxes, state, keeping, config } = this.#link
    await this.#lookBeside()
    await state.read()
    if (this.#stopped) return
    state.start()
    this.#watch = mailboxes.watch((change) => this.#mailChanged(change), {
      keeps: () => keeping.service !== undefined,
      poll: config.poll,
      isShown: this.#context.isWatched,
      ...(this.#archiveSince === undefined ? {} : { readArchiveSince: this.#archiveSince }),
    })
    await keeping.start()
    this.#endBeside = onBeat(besideMs, () => void this.#lookBeside(), this.#context.isWatched)
    this.#changed()
  }

  async #end(): Promise<void> {
    await this.#starting
    this.#endBeside?.()
    const { keeping, shells, state } = this.#link
    await shells.stop()
    await this.#bridge.close()
    await keeping.stop()
    await Promise.all([this.#watch?.close(), state.stop()])
    clearTimeout(this.#showTimer)
    if (this.#isReady) this.#save()
    clearTimeout(this.#saveTimer)
  }

  #here(): HaltedHere {
    const { keeping, shells } = this.#link
    const running = shells.names().flatMap((name) => {
      const { state, pid } = shells.show(name)
      return state === 'running' && pid !== undefined ? [{ name, pid }] : []
    })
    return { sessions: (keeping.served?.server.clients() ?? []).map(({ name }) => name), shells: running }
  }

  async #endShell(name: string): Promise<Result<void>> {
    const left = await this.#link.shells.end(name, haltGraceMs)
    return left.length === 0 ? ok(undefined) : fail('unavailable', `Still running: ${left.join(', ')}.`)
  }

  #mailChanged(change: MailboxChange): void {
    const { index, journal, keeping } = this.#link
    index.apply(change)
    if (change.kind === 'problem') this.#problems.set(change.folder, change.fault)
    if (change.kind === 'ready') this.#isReady = true
    if (!this.#stopped) journal.take(change)
    keepRefused(this.#link, change)
    keeping.service?.noticed(change)
    if (change.kind === 'ready') this.#save()
    this.#changed()
  }

  #stateRead(): void {
    const { state, config } = this.#link
    if (this.#stopped) return
    const path = inWorkspace(config, inSwitchboard('state.json'))
    const events = this.#agents.take(state.state, path, this.#context.now(), (name) => this.#link.keeping.isConnected(name))
    if (events.length > 0) this.#emit(events)
    this.#changed()
  }

  /** Tells the journal; what was told is saved soon, since a crash before that only tells the same again. */
  #emit(events: readonly NewEvent[]): void {
    if (this.#stopped) return
    this.#context.emit(events, undefined)
    this.#saveTimer ??= setTimeout(() => this.#save(), saveMs)
  }

  #save(): void {
    clearTimeout(this.#saveTimer)
    this.#saveTimer = undefined
    const since = this.#isReady ? this.#context.now() - overlapMs : this.#archiveSince
    const registrations = this.#registrations.now()
    const saved = { archiveSince: since, registrations, held: this.#held.now(), agents: this.#agents.saved() }
    this.#context.emit([], savedOf(this.#link, saved))
  }

  #changed(): void {
    if (this.#stopped || this.#showTimer !== undefined) return
    this.#showTimer = setTimeout(() => this.#show(), showMs)
  }

  #show(): void {
    this.#showTimer = undefined
    if (this.#stopped) return
    const { keeping, shells, state } = this.#link
    if (keeping.service !== undefined)
      this.#bridge.update(bridgedTerminals(state.state.terminals, (name) => shells.stateOf(name) === 'running'))
    this.#context.show(fitView(viewOf(this.#link, this.#problems)))
    if (this.#isReady) this.#context.status(statusOf(this.#link, this.#problems))
  }

  async #readPersonas(): Promise<readonly Persona[]> {
    const { config } = this.#link
    const read = await readPersonas(path.join(this.#context.workspacePath, config.personas), config.personas)
    if (read.ok) this.#personas = read.value
    this.#problems.set(config.personas, read.ok ? undefined : read.fault)
    return this.#personas
  }

  /** What other programs keep beside the mailboxes. */
  async #lookBeside(): Promise<void> {
    await this.#readPersonas()
    this.#link.extension.isHere = await usesExtension(this.#link.root)
  }
}
