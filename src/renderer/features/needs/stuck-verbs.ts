import { count } from '../../../core/count.ts'
import type { Need } from '../../../core/need.ts'
import type { Detector, Stuck } from '../../../core/stuck.ts'
import { handOverOverlay, waitsOverlay } from '../overlays.ts'
import type { AppState } from '../screen.ts'
import type { NeedVerb } from './need-verb.ts'

/** How long a pair is muted, ms. */
const muteMs = 24 * 60 * 60_000

/** The verbs of agents that cannot go on by themselves, the most useful first. */
export function stuckVerbs(need: Need): readonly NeedVerb[] {
  const { stuck } = need
  return stuck === undefined ? [] : [...byDetector[stuck.detector](need, stuck), snooze(need)]
}

/** A ring: the debt whose end costs least comes first in `debts`. */
function deadlock(need: Need, stuck: Stuck): readonly NeedVerb[] {
  return [
    {
      id: 'way-out',
      label: 'Answer for one',
      key: 'Enter',
      isShown: true,
      run: (state) => state.setOverlay(waitsOverlay({ stuck: stuck.id })),
    },
    ...onDebt(stuck, (debt) => [{ ...handOver(debt, need, 'Hand over'), isShown: true }, waive([debt])]),
  ]
}

/** Somebody does not get to what they owe. */
function neglected(need: Need, stuck: Stuck): readonly NeedVerb[] {
  return onDebt(stuck, (debt) => [
    { id: 'nudge', label: 'Nudge', key: 'g', isShown: true, run: (state) => nudge(state, need, debt) },
    { ...handOver(debt, need, stuck.rows > 1 ? 'Hand over all' : 'Hand over', stuck.debts), isShown: true },
    showWaits(stuck),
    waive(stuck.debts, stuck.rows),
  ])
}

/** Talk that leads nowhere. */
function talk(need: Need, { agents }: Stuck): readonly NeedVerb[] {
  return [
    {
      id: 'stop',
      label: agents.length === 2 ? 'Tell both to stop' : 'Tell all to stop',
      key: 'r',
      isShown: true,
      run: (state) => state.draftStop(need.id),
    },
    {
      id: 'mute',
      label: agents.length === 2 ? 'Mute the pair 24 h' : 'Mute them 24 h',
      isShown: true,
      run: (state) => state.markDebts([need.id], 'snooze', 'Muted for 24 h', state.now() + muteMs),
    },
    {
      id: 'halt',
      label: 'Halt these…',
      isShown: true,
      run: (state) => {
        const { workspace } = state
        if (workspace !== undefined) state.openHalt({ kind: 'agents', workspace, agents: [...agents] })
      },
    },
  ]
}

function orphan(need: Need, stuck: Stuck): readonly NeedVerb[] {
  return onDebt(stuck, (debt) => {
    const assign: NeedVerb = { ...handOver(debt, need, 'Assign'), isShown: true }
    return stuck.isMoot === true ? [{ ...waive([debt]), isShown: true }, assign] : [assign, waive([debt])]
  })
}

const byDetector: Readonly<Record<Detector, (need: Need, stuck: Stuck) => readonly NeedVerb[]>> = {
  deadlock,
  starvation: neglected,
  loop: talk,
  storm: talk,
  lost: neglected,
  orphan,
}

function onDebt({ debts: [debt] }: Stuck, verbs: (debt: string) => readonly NeedVerb[]): readonly NeedVerb[] {
  return debt === undefined ? [] : verbs(debt)
}

async function nudge(state: AppState, need: Need, debt: string): Promise<void> {
  const made = await state.draftDebt(debt, 'nudge')
  // The row on screen is that of the condition.
  if (!made.ok) state.setDeskFault(need.id, made)
}

function handOver(key: string, { text }: Need, label: string, keys: readonly string[] = [key]): NeedVerb {
  return {
    id: 'hand-over',
    label,
    key: 'h',
    run: (state) => state.setOverlay(handOverOverlay({ key, text, verb: label, ...(keys.length > 1 && { keys }) })),
  }
}

function waive(keys: readonly string[], rows = 1): NeedVerb {
  const label = rows > 1 ? `All ${count(rows)} no longer needed` : 'No longer needed'
  return { id: 'done', label, key: 'e', run: (state) => state.markDebts(keys, 'waive', label) }
}

function showWaits({ agents: [agent] }: Stuck): NeedVerb {
  return { id: 'waits', label: 'Who waits', run: (state) => state.setOverlay(waitsOverlay({ agent: agent ?? '' })) }
}

function snooze({ id }: Need): NeedVerb {
  return { id: 'snooze', label: 'Snooze…', key: 'z', run: (state) => state.setSnoozing(id) }
}
