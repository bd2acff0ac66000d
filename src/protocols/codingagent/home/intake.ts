import { systemActor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { SessionHome } from './session-home.ts'
import { Inbox } from './inbox.ts'
import { moveToProcessed, readInboxFile } from './reply-file.ts'
import type { RoundName } from '../pure/classify-paste.ts'
import { openName, openRoundOf, takeReply } from './take-reply.ts'

/** Result of checking `inbox/`. */
export interface IntakeLook {
  /** Files that stay there, with the reason. */
  readonly waiting: readonly { readonly file: string; readonly why: string }[]
  /** Files that were not replies: moved to `inbox/processed/` unused. */
  readonly refused: readonly { readonly name: string; readonly file: string; readonly fault: Fault; readonly round: RoundName }[]
  /** A file may still be being written: check again soon. */
  readonly isSettling: boolean
}

const mostNamed = 20

/** Takes files that other programs drop into `inbox/`, oldest first, each once; they belong to the active session. */
export class Intake {
  readonly #home: SessionHome
  readonly #inbox: Inbox

  constructor(home: SessionHome, elapsed: () => number) {
    this.#home = home
    this.#inbox = new Inbox(home.parts.folder, elapsed)
  }

  /** Checks once, and takes at most one reply for the open round. */
  take(): Promise<Result<IntakeLook>> {
    return this.#home.turns.take('inbox', () => this.#take())
  }

  async #take(): Promise<Result<IntakeLook>> {
    const looked = await this.#inbox.look()
    if (!looked.ok) return looked
    const refused: IntakeLook['refused'][number][] = []
    let taken = 0
    for (const name of looked.value.ready) {
      const why = await this.#whyWaits()
      if (why !== undefined) {
        const rest = looked.value.ready.slice(taken, taken + mostNamed)
        return ok({ waiting: rest.map((file) => ({ file, why })), refused, isSettling: looked.value.settling > 0 })
      }
      const outcome = await this.#takeOne(name)
      if (!outcome.ok) return outcome
      if (outcome.value !== undefined) refused.push(outcome.value)
      taken++
    }
    return ok({ waiting: [], refused, isSettling: looked.value.settling > 0 })
  }

  /** Why no file can be taken now. */
  async #whyWaits(): Promise<string | undefined> {
    const { store, services } = this.#home.parts
    const halt = services.halted?.()
    if (halt !== undefined) return `Halted (${halt.id}): replies wait until you resume.`
    const session = store.active === undefined ? undefined : store.get(store.active)
    if (session === undefined) return 'No session is active: start or resume one.'
    const open = await openRoundOf(this.#home.parts, session)
    return open.ok ? undefined : open.fault.message
  }

  /** Takes one file; a file that is not a reply is moved to `processed` and reported. */
  #takeOne(name: string): Promise<Result<IntakeLook['refused'][number] | undefined>> {
    const { parts, turns } = this.#home
    const id = parts.store.active ?? ''
    return turns.take(id, () =>
      this.#home.change(systemActor, `take ${name} from inbox`, async (permit) => {
        const session = parts.store.get(id)
        if (session === undefined) return fail('not-found', 'The active session no longer exists.')
        const record = await openRoundOf(parts, session)
        if (!record.ok) return ok(undefined) // another reply arrived first: the file waits
        const read = await readInboxFile(parts, name)
        if (!read.ok && read.fault.code === 'not-found') return ok(undefined) // it was removed in the meantime
        const taken = read.ok ? await takeReply(parts, permit, session, record.value, { ...read.value, name, from: name }) : read
        if (taken.ok) return ok(undefined)
        if (!isNoReply(taken.fault)) return taken
        const moved = await moveToProcessed(parts, permit, name)
        return moved.ok ? ok({ name, file: moved.value, fault: taken.fault, round: openName(session, record.value) }) : moved
      }),
    )
  }
}

/** Whether the file itself is at fault, not the disk. */
function isNoReply(fault: Fault): boolean {
  return fault.code === 'invalid' || fault.code === 'conflict' || fault.code === 'too-large' || fault.code === 'not-allowed'
}
