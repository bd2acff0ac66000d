import { ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Sent } from '../pure/operations.ts'
import { nameKey } from '../pure/agent-name.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import type { ServiceCore } from './core.ts'
import { findAgent } from './core.ts'
import { registeredAs } from './registered.ts'
import type { HeldExecute } from '../pure/registration.ts'
import { ownSummary } from './summary.ts'

/**
 * Executes on their way to a terminal (specification: Action Types, `execute`). An execute is not put in the terminal's mailbox before the operator approves
 * it, because a program reading that mailbox might run it. It is kept until its result is delivered, and typed at most once, even across crashes.
 */
export interface Executes {
  /** Accepts the message and returns immediately; the sender gets the answer as `submit_result`. */
  submit(message: SwitchboardMessage, warnings: readonly string[]): Promise<Result<Sent>>
  /** Asks again about waiting executes (of one sender, or all) and reports interrupted ones. Those of an ended registration are refused. */
  resume(sender?: string): Promise<Result<void>>
  /** What is waiting or running. */
  waiting(): readonly SwitchboardMessage[]
  /** Withdraws all questions; waiting executes are held for the next run. */
  close(): Promise<void>
}

/** Opens it with nothing waiting; `resume` finds what an earlier run left. */
export function openExecutes(core: ServiceCore): Executes {
  const { ports } = core
  const closing = new AbortController()
  const running = new Map<string, { readonly message: SwitchboardMessage; readonly done: Promise<void> }>()

  function begin(held: HeldExecute): void {
    const { message } = held
    if (running.has(message.id)) return
    const done = (held.isStarted ? finish(message, interrupted) : carryOut(held))
      .catch((thrown: unknown) => ports.log('an execute failed', { id: message.id, reason: String(thrown), level: 'error' }))
      .finally(() => running.delete(message.id))
    running.set(message.id, { message, done })
  }

  async function carryOut({ message, registration }: HeldExecute): Promise<void> {
    if (registration !== undefined && registration !== registeredAs(core, message.sender)?.id) return finish(message, over, false)
    const state = await ports.state.read()
    const terminal = state.ok ? state.value.terminals.get(findAgent(state.value, message.recipient)?.name ?? '') : undefined
    const answer = await ports.terminals.run({
      actor: { kind: 'agent', name: message.sender, ...(registration !== undefined && { registration }) },
      terminal: message.recipient,
      ...(terminal?.pid === undefined ? {} : { pid: terminal.pid }),
      text: message.payload,
      question: `${message.sender} asks to run this in the terminal “${message.recipient}”.`,
      signal: closing.signal,
      started: () => ports.held.put({ message, registration, isStarted: true }),
    })
    if (!answer.ok && answer.fault.code === 'cancelled') return // it stays held and is asked again when its sender is back
    const { ok: isDone } = answer
    await finish(message, isDone ? { text: answer.value.text, metadata: codeOf(answer.value.exitCode) } : refusal(answer.fault), isDone)
  }

  /** Records the execute and sends the answer to whoever asked. Every step can be repeated after a crash. */
  async function finish(message: SwitchboardMessage, answer: Answer, wasTyped = true): Promise<void> {
    if (wasTyped) {
      const recorded = await ports.mailboxes.deliver(message)
      if (!recorded.ok) return ports.log('an execute could not be recorded', { id: message.id, fault: recorded.fault })
      await ports.mailboxes.archive(recorded.value.recipient, message.id, message.recipient)
      core.emit({ kind: 'mailbox', agent: recorded.value.recipient })
    }
    const result: SwitchboardMessage = {
      id: `${message.id}_result`,
      action: 'submit_result',
      sender: message.recipient,
      recipient: message.sender,
      payload: answer.text === '' ? '(no output)' : answer.text.toWellFormed(),
      replyTo: message.id,
      metadata: answer.metadata,
      createdAt: new Date(ports.now()).toISOString(),
    }
    const delivered = await core.deliver(result)
    if (!delivered.ok) return ports.log('a terminal’s result could not be delivered', { id: message.id, fault: delivered.fault })
    core.emit({ kind: 'mailbox', agent: delivered.value.recipient, delivered: ownSummary(result) })
    const removed = await ports.held.remove(message.id)
    if (!removed.ok) ports.log('a finished execute could not be removed from the queue', { id: message.id, fault: removed.fault })
  }

  return {
    async submit(message, warnings) {
      const before = running.get(message.id)
      const known = before ?? (await ports.mailboxes.find(`${message.id}_result`)).ok
      if (known === false) {
        const held = { message, registration: registeredAs(core, message.sender)?.id, isStarted: false }
        const kept = await ports.held.put(held)
        if (!kept.ok) return kept
        begin(held)
      }
      const words = 'Waiting for the operator’s approval. The output will arrive in your inbox as submit_result.'
      return ok({ id: message.id, recipient: message.recipient, receipt: '', isNew: known === false, warnings: [...warnings, words] })
    },
    async resume(sender) {
      const held = await ports.held.list()
      if (!held.ok) return held
      for (const each of held.value) if (sender === undefined || nameKey(each.message.sender) === nameKey(sender)) begin(each)
      return ok(undefined)
    },
    waiting: () => [...running.values()].map(({ message }) => message),
    async close() {
      closing.abort()
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

interface Answer {
  readonly text: string
  readonly metadata: Readonly<Record<string, unknown>>
}

const over: Answer = {
  text: 'Not run. The registration that requested it has ended: the name was unregistered, released or taken over.',
  metadata: { status: 'refused' },
}

const interrupted: Answer = {
  text: 'Patchbay exited, or the operator halted, while this was running. It may have run partly or completely; it was not run again.',
  metadata: { status: 'interrupted' },
}

function refusal(fault: Fault): Answer {
  return { text: `Not run. ${fault.message}`, metadata: { status: fault.code === 'refused' ? 'refused' : 'failed' } }
}

function codeOf(exitCode: number | undefined): Answer['metadata'] {
  return exitCode === undefined ? { status: 'executed' } : { status: 'executed', exitCode }
}
