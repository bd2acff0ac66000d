import type { z } from 'zod'
import type { Actor, Effect, EffectKind } from './approval.ts'
import type { Draft, WirePreview } from './command.ts'
import type { Anchor, Event, MessageEvent, NewEvent } from './event.ts'
import type { Result } from './fault.ts'
import type { LinkConfig, LinkStatus, ProtocolInfo, TestStep } from './link.ts'
import type { Finding } from './lint.ts'

/**
 * The seam between the engine and a protocol. A protocol is one folder that exports one `Protocol`, made by `defineProtocol` from what differs;
 * `protocols/registry.ts` is the only list of them. The engine knows none by name, and they do not know each other.
 */
export interface Protocol {
  readonly info: ProtocolInfo
  /** Checks what the form holds, after defaults. */
  readonly config: z.ZodType<LinkConfig>
  /**
   * A message says itself who wrote it, and nothing else proves it: one in the operator's name that was not sent from here gets a doubt.
   * Absent: the link knows who sent what, and tells the operator's name by that.
   */
  readonly claimsAuthors?: true
  /** Field names of `config` that are secrets, those of the kind `secret` in the form: they go to the secret store and never come back. */
  readonly secretFields: readonly string[]
  /** What its own screen may ask of a running link, and what the link shows there. */
  readonly api?: ProtocolApi
  /** Links that a freshly opened workspace has by itself. */
  defaultLinks(): readonly { readonly name: string; readonly config: LinkConfig }[]
  /** Where a link leads, for the Links view: a path or an address. */
  place(config: LinkConfig): string
  /** Makes the I/O side. Nothing happens before `start`. */
  openLink(context: LinkContext, config: LinkConfig): LinkDriver
  /** Answers *Test*: yields a step as soon as it is known; stops when `signal` aborts. Changes nothing. */
  test(context: TestContext, config: LinkConfig): AsyncIterable<TestStep>
  /**
   * The wire form of a draft, or why it has none. `stamp` tells it from a draft of the same text; the same draft under the same stamp is the
   * same wire text. Pure.
   */
  format(draft: Draft, stamp: MessageStamp): Result<WirePreview>
  /** Drafts for the one-key acts on a message; `me` is the operator's name. Pure. */
  reply(event: MessageEvent, me: string): Draft
  acknowledge(event: MessageEvent, me: string, text?: string): Draft
  /** Findings for text of this protocol. `known` are names that may be addressed (undefined: unknown, do not check). Pure. */
  lint(text: string, known?: ReadonlySet<string>): Finding[]
  /** Starts scripted agents that speak on a real medium in `folder`, from another process. Absent: it is not in the demo. */
  demo?(folder: string): DemoActor
}

/** What the engine knows of a message that is to be formatted, for protocols that write it down. */
export interface MessageStamp {
  /** Of the command, so that a repeated try has the same. */
  readonly id: string
  /** When it was written, ms. */
  readonly at: number
  /** Identity on the wire of the message that `draft.replyTo` names. */
  readonly answers?: string
}

/** One method of a protocol's own screen. Bounded and strict, like those of the contract. */
export interface ProtocolMethod {
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** The screen shows the exact effects before it calls this: the call carries a `Confirmation`. */
  readonly confirms?: true
}

/** What a protocol adds to the contract for its own screen. Pure, in `pure/api.ts`, so that the screen can import it. */
export interface ProtocolApi {
  readonly methods: Readonly<Record<string, ProtocolMethod>>
  /** What a link shows there, whole; at most `limits.linkView` as JSON. */
  readonly view: z.ZodType
}

/** Who calls a method of a protocol's own screen. */
export interface LinkCall {
  readonly actor: Actor
  /** Present on methods that declare `confirms`. */
  readonly confirmed?: Confirmation
}

declare const confirmationBrand: unique symbol
/** Proof that the operator has just said yes on a screen that showed the exact effects. Only the engine makes one; it holds for the link that got it. */
export interface Confirmation {
  readonly [confirmationBrand]: true
}

/** What the engine lends to a link. */
export interface LinkContext {
  readonly link: string
  readonly workspacePath: string
  /** Absolute path of the protocol's folder among our data: for what nobody may forge who can only write into the workspace. Made when it is needed. */
  readonly ownFolder: string
  /** Version of Patchbay, for protocols in which programs introduce themselves. */
  readonly version: string
  /** Last state saved with `emit`, undefined on the first start or when it does not parse. */
  readonly saved: unknown
  /**
   * Stores events and the link's own state in one transaction; returns when both are durable for this process. Duplicates are dropped.
   * Never throws: when nothing could be stored, the engine stops this driver and starts a new one from the last stored state.
   */
  emit(events: readonly NewEvent[], state: unknown): void
  /**
   * Events of this link in the journal, for a link that folds more than it can save with every `emit`: `head` is a mark to save, `since` reads
   * what came after one, oldest first, replaced versions too; `find` the event with an identity. (`emit` with the state `undefined` leaves the
   * saved one as it is.)
   */
  readonly stored: { head(): number; since(mark: number): Iterable<Event>; find(wireId: string): Event | undefined }
  /**
   * Text of an answer (`StreamBody.id`) as it grows, whole each time: shown, not stored. Undefined: it grows no more. What a stored version
   * or the final message says is not lost with it.
   */
  live(stream: string, text: string | undefined): void
  /** Reserves `size` display positions for a back-fill and returns the first. */
  reserveOrder(size: number): number
  /** Reports. `up`: read to the end and following. `down` is no request: the driver goes on trying by itself. */
  status(status: Omit<LinkStatus, 'since'>): void
  /** Shows the link's own screen anew; screens get it at most four times a second. Checked against `api.view`. */
  show(view: unknown): void
  /** The operator's name in this workspace, as of now. */
  operator(): string
  /** True while a screen shows this workspace, so that a question is seen at once. */
  isWatched(): boolean
  readonly gate: Gate
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
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>
  /** Instead of `Protocol.format`, where the wire form depends on the connection: our name there, how long a line may be. Changes nothing. */
  format?(draft: Draft, stamp: MessageStamp): Result<WirePreview>
  /** Puts a formatted message on the wire. The engine has journalled it; confirmation comes by the inbound path. */
  send(wire: string, actor: Actor): Promise<Result<void>>
  /** Runs one of `info.acts`, or `cancel` (stops long work in progress). */
  act(act: string, actor: Actor): Promise<Result<{ readonly text: string }>>
  /** The registration (`Actor.registration`) that an agent of this link has now, for a standing yes that is given again. */
  registrationOf?(agent: string): string | undefined
  /** Where the bytes of a stored event are now, when they were moved since. */
  anchorOf?(event: Event): Anchor | undefined
  /** Answers a method of `api`; `input` has passed its schema. */
  call?(method: string, input: unknown, call: LinkCall): Promise<Result<unknown>>
}

/**
 * The only way to an effect. `perform` decides (policy, grants, the operator), records, runs `effect` with a permit, records the outcome.
 * Adapters in `io/` that write, delete, spawn or publish demand a `Permit`, and only the gate makes one.
 */
export interface Gate {
  perform<T>(request: GateRequest, run: (permit: Permit) => Promise<Result<T>>): Promise<Result<T>>
  /**
   * The operator allows an agent effects of these kinds, for ever or until `withdraw`; replaces what it was allowed so before. Listed in the
   * settings. Text with hidden characters is asked for all the same.
   */
  allow(standing: StandingYes, confirmed: Confirmation): Promise<Result<void>>
  /** Ends every standing yes for more than one exact text that the agent has. */
  withdraw(agent: string): Result<void>
  /** True when a registration (`Actor.registration`) of this link has a standing yes. */
  stands(registration: string): boolean
  /** Whoever asked under this registration is gone: its questions are withdrawn. */
  leave(registration: string): void
  /** The registration is over: its questions are withdrawn and its standing yeses end. */
  end(registration: string): Result<void>
}

export interface StandingYes {
  readonly agent: string
  /** Which holder of the name it is for (`Actor.registration`). */
  readonly registration: string
  readonly reaches: readonly StandingReach[]
}

/** Effects of one kind that a standing yes covers, whatever their text. */
export interface StandingReach {
  readonly kind: EffectKind
  /** `folder`: anything in the folder with this absolute path · `pair`: exactly this target, where the effect says `pair`. */
  readonly reach: 'folder' | 'pair'
  readonly target: string
}

export interface GateRequest {
  readonly actor: Actor
  readonly effect: Effect
  readonly workspace?: string
  readonly source?: string
  /** Sentence that asks the operator, when asking is needed. */
  readonly question: string
  /** Aborting withdraws the question. */
  readonly signal?: AbortSignal
  /** The operator has seen this exact effect and said yes: nothing is asked again. */
  readonly confirmed?: Confirmation
}

declare const permitBrand: unique symbol
/** Proof that the gate said yes to one effect. */
export interface Permit {
  readonly [permitBrand]: true
  readonly act: string // id of the record
}

/** Scripted agents of the demo, in another process. */
export interface DemoActor {
  readonly pid: number | undefined
  /** Links to where they speak, once they do, for a protocol that has none by itself. `operator` is the operator's name. */
  links?(operator: string): Promise<readonly { readonly name: string; readonly config: LinkConfig }[]>
  stop(): Promise<void>
}
