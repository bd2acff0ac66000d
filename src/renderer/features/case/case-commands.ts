import { FileArchive } from 'lucide-react'
import { isDrawerShown } from '../common/drawer-shown.ts'
import type { AppCommand, AppState } from '../screen.ts'
import { isSimulatedFlow } from '../simulate/state/simulate.ts'

/** Goes to the next changed row, or with -1 to the one before. */
function stepChange(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.case-rows [data-change]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : (at + by + rows.length) % rows.length]
  next?.focus()
}

/** The window of Flow; undefined elsewhere. */
function rangeOnScreen({ view, flow, now }: AppState): { readonly from: number; readonly to: number } | undefined {
  const to = flow.end ?? now()
  return view === 'flow' ? { from: to - flow.span, to } : undefined
}

const isCase = (state: { readonly view: string }): boolean => state.view === 'case'

/** Keep what happened as a case. */
export const caseCommands: readonly AppCommand[] = [
  {
    id: 'case.open',
    group: 'Go',
    label: 'Keep as a case',
    words: 'export save share report page',
    icon: FileArchive,
    keys: ['Shift+K'],
    hint: (state) => (state.view === 'flow' ? 'what Flow shows' : undefined),
    when: (state) => state.workspace !== undefined && !isCase(state) && !isSimulatedFlow(state),
    run: (state) => state.openCase(rangeOnScreen(state)),
  },
  {
    id: 'case.next',
    group: 'Case',
    label: 'Next change of a case',
    icon: FileArchive,
    keys: [']'],
    keyOnly: true,
    when: isCase,
    run: () => stepChange(1),
  },
  {
    id: 'case.before',
    group: 'Case',
    label: 'Previous change of a case',
    icon: FileArchive,
    keys: ['['],
    keyOnly: true,
    when: isCase,
    run: () => stepChange(-1),
  },
  {
    id: 'case.export',
    group: 'Case',
    label: 'Export the case',
    words: 'save',
    icon: FileArchive,
    keys: ['$mod+Enter'],
    when: isCase,
    run: (state) => state.exportCase(),
  },
  {
    id: 'case.leave',
    group: 'Case',
    label: 'Leave the case for now',
    icon: FileArchive,
    keys: ['Escape'],
    when: (state) => isCase(state) && !isDrawerShown(),
    run: (state) => state.leaveCase(),
  },
]
