import type { z } from 'zod'
import type { Act } from './acts.ts'
import type { Actor, Effect, EffectKind } from './approval.ts'
import type { AgentLimits } from './debt.ts'
import type { Draft, WirePreview } from './command.ts'
import type { Conditions } from './condition.ts'
import type { DeskDraft, DeskIntent, DeskMatter } from './desk-draft.ts'
import type { Anchor, Event, MessageBody, MessageEvent, NewEvent } from './event.ts'
import type { Result } from './fault.ts'
import type { DuringHalt, HaltOrder, HaltPlan, LinkHalt } from './halt.ts'
import type { LedgerFacts, LedgerStep } from './ledger.ts'
import type { LinkConfig, LinkStatus, ProtocolInfo, TestStep } from './link.ts'
import type { Finding } from './lint.ts'
import type { Stage, StagePlace } from './scenario/stage.ts'

/**
 * The seam between the engine and a protocol. A protocol is one folder that exports one `Protocol`, made by `defineProtocol`;
 * `protocols/registry.ts` is the only list of them. The engine knows no protocol by name, and protocols do not know each other.
 */
export interface Protocol {
  readonly info: ProtocolInfo
  /** Validates the form, after defaults. */
  readonly config: z.ZodType<LinkConfig>
  /**
   * Messages state their author, and nothing else proves it: one in the operator's name that was not sent from here gets a doubt.
   * Absent: the link knows who sent each message, and reports the operator's messages as such.
   */
  readonly claimsAuthors?: true
  /** How long the protocol itself waits for what its agents owe, ms, by kind: after that it gives up on them. Absent: it never does. */
  readonly agentLimits?: AgentLimits
  /** Fields of `config` that are secrets (kind `secret` in the form): they go to the secret store and are never sent back to the screen. */
  readonly secretFields: readonly string[]
  /** Methods that its own screen can call on a running link, and the view that the link shows there. */
  readonly api?: ProtocolApi
  /** Links that a newly opened workspace gets automatically. */
  defaultLinks(): readonly { readonly name: string; readonly config: LinkConfig }[]
  /** Where a link connects to, for the Links view: a path or an address. */
  place(config: LinkConfig): string
  /** Creates the I/O side. Nothing happens before `start`. */
  openLink(context: LinkContext, config: LinkConfig): LinkDriver
  /** Runs *Test*: yields each step as soon as its result is known; stops when `signal` aborts. Changes nothing. */
  test(context: TestContext, config: LinkConfig): AsyncIterable<TestStep>
  /**
   * The wire form of a draft, or why there is none. `stamp` distinguishes it from other drafts with the same text; the same draft with the same
   * stamp gives the same wire text. Pure.
   */
  format(draft: Draft, stamp: MessageStamp): Result<WirePreview>
  /** Drafts for the one-key replies to a message; `me` is the operator's name. Pure. */
  reply(event: MessageEvent, me: string): Draft
  acknowledge(event: MessageEvent, me: string, text?: string): Draft
  /**
   * What an event does to debts, as its protocol and its words say it; `me` is the operator's name. Only what the event itself shows: an act whose
   * effect depends on other events carries its condition, and is matched when debts are read. An act is about one event, so the same event gives
   * the same acts whatever came before. Never throws; linear in the event's size. Pure.
   */
  acts(event: Event, me: string): readonly Act[]
  /** What needs the operator and only this protocol can see. Absent: nothing. Pure. */
  readonly conditions?: Conditions
  /** How far a message got, one entry for each of `ledgerSteps`, and what proves it. Pure. */
  ledger(event: MessageEvent, facts: LedgerFacts): readonly LedgerStep[]
  /**
   * What the operator can say about a debt: a draft of the composer, seen before it is sent. `to`: who takes over, or who decides. A fault says why
   * this protocol cannot say it. Pure.
   */
  deskDraft(matter: DeskMatter, intent: DeskIntent, me: string, to?: string): Result<DeskDraft>
  /** Findings for text of this protocol. `known` are names that may be addressed (undefined: unknown, skip the check). Pure. */
  lint(text: string, known?: ReadonlySet<string>): Finding[]
  /** Whether somebody else may have written it in the name of `from`, whose mistake it then is not. Default: nothing shows it. Pure. */
  isForged(body: MessageBody): boolean
  /**
   * What remains of a link's saved state in a journal that was restored or repaired: where reading resumes, but nothing that allows, waits or
   * runs, since a backup must not bring back what was withdrawn, nor run anything twice. Absent or undefined: nothing remains, and the source
   * is read from its beginning. Pure.
   */
  recover?(saved: unknown, from: Recovery): unknown
  /**
   * What the protocol's files in a project folder say, in their order, read once without a link; nothing is written. `now`: our clock, ms. Absent: it
   * has no files there.
   */
  readFolder?(folder: string, now: number): Promise<Result<readonly NewEvent[]>>
  /** Secrets that its files in a project folder have now, such as the token of its server: they are replaced in what is passed on. Absent: none. */
  secretsIn?(folder: string, config: LinkConfig): Promise<readonly string[]>
  /** Starts scripted agents that use a real medium in `folder`, from another process. Absent: not part of the demo. */
  demo?(folder: string): DemoActor
  /** Sets up a real medium with actors in this process, for a simulation. Absent: not part of simulations. */
  stage?(place: StagePlace): Promise<Stage>
}

/** How a link's saved state came back. */
export interface Recovery {
  /** False: events stored before this state may be missing, so the source has to be read again, under the same identities. */
  readonly isWhole: boolean
  /** It goes to another data folder, as part of an export: who we are and what runs on this machine stay here. */
  readonly isElsewhere?: true
  /** The link's state in the journal that is replaced, if it could be read: what has run since the backup must not run again. */
  readonly replaced?: unknown
}

/** What the engine knows about a message to be formatted, for protocols whose wire form includes it. */
export interface MessageStamp {
  /** The command's id, so that a retry has the same one. */
  readonly id: string
  /** When it was written, ms. */
  readonly at: number
  /** Wire id of the message that `draft.replyTo` names. */
  readonly answers?: string
}

/** One method of a protocol's own screen. Bounded and strict, like those of the contract. */
export interface ProtocolMethod {
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** The screen shows the exact effects before it calls this; the call carries a `Confirmation`. */
  readonly confirms?: true
}

/** What a protocol adds to the contract for its own screen. Pure, in `pure/api.ts`, so that the screen can import it. */
export interface ProtocolApi {
  readonly methods: Readonly<Record<string, ProtocolMethod>>
  /** What a link shows there, complete; at most `limits.linkView` as JSON. */
  readonly view: z.ZodType
}

/** Who calls a method of a protocol's own screen. */
export interface LinkCall {
  readonly actor: Actor
  /** Present for methods that declare `confirms`. */
  readonly confirmed?: Confirmation
}

declare const confirmationBrand: unique symbol
/** Proof that the operator has just confirmed on a screen that showed the exact effects. Only the engine creates one; it is valid for the link that received it. */
export interface Confirmation {
  readonly [confirmationBrand]: true
}

/** What the engine provides to a link. */
export interface LinkContext {
  readonly link: string
  readonly workspacePath: string
  /** Absolute path of the protocol's own data folder, which programs with access to the workspace alone cannot write to. Created on demand. */
  readonly ownFolder: string
  /** Version of Patchbay, for protocols in which programs identify themselves. */
  readonly version: string
  /** The last state saved with `emit`; undefined on the first start or when it does not parse. */
  readonly saved: unknown
  /**
   * Stores events and the link's own state in one transaction; returns when both are durable for this process. Duplicates are dropped.
   * Never throws: if storing fails, the engine stops this driver and starts a new one from the last stored state.
   */
  emit(events: readonly NewEvent[], state: unknown): void
  /**
   * This link's events in the journal, for a link that folds more than it can save with every `emit`: `head` is a mark to save, `since` reads
   * what came after a mark, oldest first, including replaced versions; `find` returns the event with an id. (`emit` with the state `undefined`
   * keeps the saved one.)
   */
  readonly stored: { head(): number; since(mark: number): Iterable<Event>; find(wireId: string): Event | undefined }
  /**
   * Text of a reply (`StreamBody.id`) as it grows, complete each time: shown, not stored. Undefined: it stopped growing. Stored versions
   * and the final message are not affected.
   */
  live(stream: string, text: string | undefined): void
  /** Reserves `size` display positions for history and returns the first. */
  reserveOrder(size: number): number
  /** Reports the link's status. `up`: read to the end and following. `down` is only a report: the driver keeps retrying by itself. */
  status(status: Omit<LinkStatus, 'since'>): void
  /** Updates the link's own screen, at most four times a second. Checked against `api.view`. */
  show(view: unknown): void
  /** The operator's current name in this workspace. */
  operator(): string
  /** When open debts of this link are overdue, ms, by their refs (`Act.about`). After a change, `LinkDriver.debtsChanged` is called. */
  dueTimes(): ReadonlyMap<string, number>
  /** True while a screen shows this workspace, so that an approval is seen immediately. */
  isWatched(): boolean
  readonly gate: Gate
  readonly halt: LinkHalt
  readonly now: () => number
  readonly newId: () => string
  secret(field: string): Promise<string | undefined>
  readonly log: (message: string, fields?: Record<string, unknown>) => void
}

export interface TestContext {
  readonly workspacePath: string
  readonly signal: AbortSignal
  secret(field: string): Promise<string | undefined>
}

/** A running link. */
export interface LinkDriver {
  start(): void
  /** Resolves when all of it has stopped. What it emits until then is stored, unless it was stopped by a failure. */
  stop(): Promise<void>
  /** Replaces `Protocol.format` where the wire form depends on the connection: our name there, the maximum line length. Changes nothing. */
  format?(draft: Draft, stamp: MessageStamp): Result<WirePreview>
  /** Puts a formatted message on the wire. The engine has already journalled it; the inbound path confirms it. */
  send(wire: string, actor: Actor): Promise<Result<void>>
  /** Runs one of `info.acts`, or `cancel` (stops long work in progress). */
  act(act: string, actor: Actor): Promise<Result<{ readonly text: string }>>
  /** The current registration (`Actor.registration`) of an agent of this link, for renewing a standing approval. */
  registrationOf?(agent: string): string | undefined
  /** `LinkContext.dueTimes` may have changed, or one of its times has come. */
  debtsChanged?(): void
  /** Where the bytes of a stored event are now, if they have moved. */
  anchorOf?(event: Event): Anchor | undefined
  /** What a halt does on this link. Absent: nothing, everyone there goes on. */
  readonly halt?: HaltHook
  /** Answers a method of `api`; `input` has passed its schema. */
  call?(method: string, input: unknown, call: LinkCall): Promise<Result<unknown>>
}

/** What a halt does on one link. The engine closes the gate first, calls `stop` on every link, and then sends the texts as the operator (`send`). */
export interface HaltHook {
  /** The table before: changes nothing. With verb `resume`: what Resume says and what can be started again. */
  preview(order: HaltOrder): HaltPlan
  /**
   * Ends the programs of `HaltPlan.ends` with everything they started: SIGTERM, `haltGraceMs`, SIGKILL. Resolves when all are gone, with a fault for each
   * that is not (by `key`).
   */
  stop?(order: HaltOrder, keys: readonly string[], permit: Permit): Promise<ReadonlyMap<string, Result<void>>>
  /** Starts what the operator ticked (`HaltPlan.starts`), after the gate has opened. */
  restart?(key: string): Promise<Result<void>>
  /** A halt began or ended: what the link shows about it has changed. */
  changed?(): void
}

/**
 * The only way to cause an effect. `perform` decides (policy, grants, the operator), records, runs `effect` with a permit, records the outcome.
 * Adapters in `io/` that write, delete, spawn or publish require a `Permit`, which only the gate creates.
 */
export interface Gate {
  perform<T>(request: GateRequest, run: (permit: Permit) => Promise<Result<T>>): Promise<Result<T>>
  /**
   * The operator allows an agent effects of these kinds until `withdraw`; replaces what it was allowed this way before. Listed in the
   * settings. Text with hidden characters still needs approval.
   */
  allow(standing: StandingApproval, confirmed: Confirmation): Promise<Result<void>>
  /** Ends every standing approval of the agent that covers more than one exact text. */
  withdraw(agent: string): Result<void>
  /** True when a registration (`Actor.registration`) of this link has a standing approval. */
  stands(registration: string): boolean
  /** The asker behind this registration is gone: its waiting approvals are withdrawn. */
  leave(registration: string): void
  /** The registration has ended: its waiting approvals are withdrawn and its standing approvals end. */
  end(registration: string): Result<void>
}

export interface StandingApproval {
  readonly agent: string
  /** Which holder of the name it is for (`Actor.registration`). */
  readonly registration: string
  readonly reaches: readonly StandingReach[]
}

/** Effects of one kind that a standing approval covers, whatever their text. */
export interface StandingReach {
  readonly kind: EffectKind
  /** `folder`: anything in the folder with this absolute path · `pair`: exactly this target, for effects with `pair`. */
  readonly reach: 'folder' | 'pair'
  readonly target: string
}

export interface GateRequest {
  readonly actor: Actor
  readonly effect: Effect
  readonly workspace?: string
  readonly source?: string
  /** The question to the operator, when approval is needed. */
  readonly question: string
  /** Aborting withdraws the question. */
  readonly signal?: AbortSignal
  /** How long the question may wait, ms; absent: a day. */
  readonly waitMs?: number
  /** The operator has already seen and approved this exact effect, so no approval is requested. */
  readonly confirmed?: Confirmation
  /** Why a halt lets it through, for an effect of an agent or of Patchbay itself. */
  readonly duringHalt?: DuringHalt
  /** The folder it belongs to, for the gate of the command line, which knows no workspace. */
  readonly folder?: string
  /** It starts an agent of this machine because of a message. */
  readonly woken?: Waking
}

/** Who wakes whom, so that agents that wake each other over several links are seen. */
export interface Waking {
  /** Names as on the wire of this link. */
  readonly agent: string
  readonly by: string
  /** The message says that a person wrote it. */
  readonly isByPerson: boolean
  /** How often it may be started in ten minutes, over all links. */
  readonly budget: number
  /** The operator is asked although the agent has a standing approval, because of this. */
  held(reason: string): void
}

declare const permitBrand: unique symbol
/** Proof that the gate allowed one effect. */
export interface Permit {
  readonly [permitBrand]: true
  readonly act: string // id of the record
}

/** Scripted agents of the demo, in another process. */
export interface DemoActor {
  readonly pid: number | undefined
  /** Links to the agents' medium, once they use it, for a protocol without default links. `operator` is the operator's name. */
  links?(operator: string): Promise<readonly { readonly name: string; readonly config: LinkConfig }[]>
  stop(): Promise<void>
}
