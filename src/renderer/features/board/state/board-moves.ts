import type { BoardMoves, BoardState } from './board-slice.ts'
import { fail } from '../../../../core/fault.ts'
import type { Fault } from '../../../../core/fault.ts'
import { limits } from '../../../../core/limits.ts'
import { columnTitle, doneColumn, statusOf } from '../../../../core/task-columns.ts'
import { taskSourceOf } from '../task-links.ts'
import { sinceOpened } from '../since-opened.ts'
import { cardKey } from '../board-columns.ts'
import type { Move } from '../board-columns.ts'
import { visibleString } from '../../../ui/visible-text.tsx'
import { columnsOf, findCard } from './board.ts'
import { withEntry } from '../../state/with-entry.ts'
import type { MakeSlice } from '../../screen.ts'

const unseenMs = 10_000
/** How long the operator can keep moving a task before the move is sent. */
const pauseMs = 1_500
const titleShown = 60

/** The operator's moves on the board, shown before the link confirms them. */
export const boardMoves: MakeSlice<BoardMoves> = (set, get, env) => {
  const patch = (change: Partial<BoardState>): void => set((state) => ({ board: { ...state.board, ...change } }))
  const setMove = (key: string, move: Move | undefined): void => patch({ moves: withEntry(get().board.moves, key, move) })
  const setFault = (key: string, fault: Fault | undefined): void => patch({ faults: withEntry(get().board.faults, key, fault) })

  /** By card: the last step of a move that may still be continued. */
  const steps = new Map<string, symbol>()
  /** Cards whose move is being sent. */
  const sending = new Set<string>()

  /** By card: columns that this window has just sent it to, each with the last time it did. */
  const own = new Map<string, Map<string, symbol>>()

  /** Why a move is not sent after its pause, or not undone: somebody else completed the task or moved it elsewhere, as in another window. */
  function sinceBegun(key: string, { link, card, column }: Move): string | undefined {
    const now = get()
      .board.pages.get(link)
      ?.columns.flatMap(({ cards }) => cards)
      .find(({ id }) => id === card.id)
    if (now === undefined || now.column === column || own.get(key)?.has(now.column) === true) return undefined
    // Who owns it does not matter to a move.
    return sinceOpened({ ...now, column: card.column, isDone: card.isDone }, now)
  }

  /** @returns has it forgotten after a while, unless it is remembered again */
  function remember(key: string, column: string): () => void {
    const put = Symbol(column)
    const columns = own.get(key) ?? new Map<string, symbol>()
    own.set(key, columns.set(column, put))
    const forget = (): void => {
      if (columns.get(column) !== put) return
      columns.delete(column)
      if (columns.size === 0) own.delete(key)
    }
    return () => env.later(forget, unseenMs)
  }

  /** Waits for further steps. @returns whether this was the last one. */
  async function paused(key: string): Promise<boolean> {
    const step = Symbol(key)
    steps.set(key, step)
    await new Promise<void>((resolve) => env.later(resolve, pauseMs))
    return steps.get(key) === step && steps.delete(key)
  }

  /** Sends the card's current move, and again if the operator keeps moving it. One at a time, so the envelopes keep their order. */
  async function send(key: string): Promise<void> {
    if (sending.has(key)) return
    sending.add(key)
    const move = await sendAll(key)
    sending.delete(key)
    if (move !== undefined) await sent(key, move)
  }

  /** @returns the move that was sent; undefined: it was undone or refused. */
  async function sendAll(key: string): Promise<Move | undefined> {
    for (;;) {
      const move = get().board.moves.get(key)
      if (move === undefined) return undefined
      const { link, card, column } = move
      const source = taskSourceOf(get(), link)
      if (source === undefined) {
        setMove(key, undefined)
        return undefined
      }
      const since = sinceBegun(key, move)
      if (since !== undefined) {
        setMove(key, undefined)
        setFault(key, fail('conflict', `${since} Your move was not sent.`).fault)
        return undefined
      }
      const from = [...new Set([card.column, ...(own.get(key)?.keys() ?? [])])].slice(-limits.columnsSeen)
      const forget = remember(key, column)
      const answer = await source.send(env.client, link, { kind: 'move', task: card.id, column, from })
      forget()
      const now = get().board.moves.get(key)
      if (!answer.ok) {
        setMove(key, undefined)
        setFault(key, answer.fault)
        return undefined
      }
      if (now?.column === column) return now
    }
  }

  async function sent(key: string, move: Move): Promise<void> {
    const waiting = { ...move, isSent: true }
    const { title, id, column } = move.card
    setMove(key, waiting)
    env.later(() => {
      if (get().board.moves.get(key) !== waiting) return
      setMove(key, undefined)
      setFault(key, fail('unavailable', taskSourceOf(get(), move.link)?.words.unseen ?? 'Sent, but no confirmation arrived.').fault)
    }, unseenMs)
    get().toast({
      text: move.column === doneColumn ? 'Completed' : `Moved to ${visibleString(columnTitle(move.column))}`,
      detail: (title ?? id).slice(0, titleShown).toWellFormed(),
      act: { label: 'Undo', run: () => undo(key, move, column) },
    })
    await get().loadBoard()
  }

  function undo(key: string, move: Move, column: string): void {
    const since = sinceBegun(key, move)
    if (since === undefined) void get().moveTask(key, column)
    else setFault(key, fail('conflict', `${since} Nothing was undone.`).fault)
  }

  return {
    async moveTask(key, column) {
      const found = findCard(get(), key)
      if (found === undefined || found.column === column) return
      const cannot = taskSourceOf(get(), found.link)?.cannot?.move
      setFault(key, cannot === undefined ? undefined : fail('unsupported', cannot).fault)
      if (cannot !== undefined) return
      const before = get().board.moves.get(key)
      const { version } = get().board.pages.get(found.link) ?? { version: 0 }
      if (before?.isSent === false && column === found.card.column && !sending.has(key)) {
        steps.delete(key)
        setMove(key, undefined) // moved back to where it was: nothing to send
        return
      }
      setMove(key, { link: found.link, card: found.card, column, isSent: false, version })
      if ((await paused(key)) && get().board.moves.get(key)?.isSent === false) await send(key)
    },

    shiftTask(by) {
      const { selected } = get().board
      const key = selected === undefined ? '' : cardKey(selected.link, selected.task)
      const from = findCard(get(), key)?.column
      // A column that combines several statuses cannot be a target.
      const ids = columnsOf(get()).flatMap(({ id }) => (statusOf(id) === undefined && id !== from ? [] : [id]))
      const to = from === undefined ? undefined : ids[ids.indexOf(from) + by]
      if (to === undefined) return
      void get().moveTask(key, to)
      patch({ focus: get().board.focus + 1 })
    },

    refuseTask: (key, why) => setFault(key, fail('unsupported', why).fault),

    forgetMoveFault: (key) => setFault(key, undefined),
  }
}
