import { fail } from '../../../core/fault.ts'
import type { Fault } from '../../../core/fault.ts'
import { otherColumn } from '../../../protocols/scuttlebot/pure/board.ts'
import { cardKey, doneColumn } from '../board-columns.ts'
import type { Move } from '../board-columns.ts'
import type { MakeSlice } from './app-state.ts'
import { columnsOf, findCard } from './board.ts'
import type { BoardState } from './board.ts'
import { withEntry } from './with-entry.ts'

export interface BoardMoves {
  /** Puts a task into a column: on screen at once, on the wire as soon as an earlier move of it is there; back, with a fault, when it fails. */
  moveTask(key: string, column: string): Promise<void>
  /** Moves the selected task `by` columns. */
  shiftTask(by: number): void
  forgetMoveFault(key: string): void
}

const unseenMs = 10_000
const titleShown = 60

/** The operator's moves on the board, ahead of the network until it shows them. */
export const boardMoves: MakeSlice<BoardMoves> = (set, get, env) => {
  const patch = (change: Partial<BoardState>): void => set((state) => ({ board: { ...state.board, ...change } }))
  const setMove = (key: string, move: Move | undefined): void => patch({ moves: withEntry(get().board.moves, key, move) })
  const setFault = (key: string, fault: Fault | undefined): void => patch({ faults: withEntry(get().board.faults, key, fault) })

  /** Sends what the card's move says now, and again while the operator goes on moving it. */
  async function send(key: string): Promise<void> {
    for (;;) {
      const move = get().board.moves.get(key)
      if (move === undefined) return
      const { link, card, column } = move
      const answer = await get().ircCall(link, 'move', { task: card.task, column })
      const now = get().board.moves.get(key)
      if (!answer.ok) {
        setMove(key, undefined)
        setFault(key, answer.fault)
        return
      }
      if (now?.column === column) return sent(key, now)
    }
  }

  async function sent(key: string, move: Move): Promise<void> {
    const waiting = { ...move, isSent: true }
    const { title, task, column } = move.card
    setMove(key, waiting)
    env.later(() => {
      if (get().board.moves.get(key) !== waiting) return
      setMove(key, undefined)
      setFault(key, fail('unavailable', 'Sent, but the network has not shown it. Perhaps nobody heard it.').fault)
    }, unseenMs)
    if (move.column === doneColumn)
      get().toast({
        text: 'Completed',
        detail: (title ?? task).slice(0, titleShown).toWellFormed(),
        act: { label: 'Move back', run: () => void get().moveTask(key, column) },
      })
    await get().loadBoard()
  }

  return {
    async moveTask(key, column) {
      const found = findCard(get(), key)
      if (found === undefined || found.column === column) return
      setFault(key, undefined)
      const before = get().board.moves.get(key)
      const { version } = get().board.pages.get(found.link) ?? { version: 0 }
      setMove(key, { link: found.link, card: found.card, column, isSent: false, version })
      // One at a time, so that the envelopes of a task keep their order.
      if (before === undefined || before.isSent) await send(key)
    },

    shiftTask(by) {
      const { selected } = get().board
      const key = selected === undefined ? '' : cardKey(selected.link, selected.task)
      const from = findCard(get(), key)?.column
      // Nothing can be moved to where many statuses are one column.
      const names = columnsOf(get()).flatMap(({ name }) => (name === otherColumn && name !== from ? [] : [name]))
      const to = from === undefined ? undefined : names[names.indexOf(from) + by]
      if (to === undefined) return
      void get().moveTask(key, to)
      patch({ focus: get().board.focus + 1 })
    },

    forgetMoveFault: (key) => setFault(key, undefined),
  }
}
