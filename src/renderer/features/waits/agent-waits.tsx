import { WaitTree } from '../needs/wait-tree.tsx'
import { waitsOverlay } from '../overlays.ts'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'

/** More are in the dialog. */
const mostShown = 5

/** Whom an agent waits for and who waits for it; nothing if there is nobody. */
export function AgentWaits({ agent }: { readonly agent: string }): React.JSX.Element | null {
  const workspace = useApp((state) => state.workspace)
  const revision = useApp((state) => String(state.state?.desk.revision))
  const setOverlay = useApp((state) => state.setOverlay)
  const answer = useAnswer('desk.waits', workspace === undefined ? undefined : { workspace, agent }, revision)
  const arrows = answer?.ok === true ? answer.value.arrows : []
  const waits = arrows.flatMap(({ row, evidence }) => (row === undefined ? [] : [{ row, evidence, depth: 0 }]))
  if (waits.length === 0) return null
  return (
    <>
      <h3>
        Waits
        <button type="button" className="link end" onClick={() => setOverlay(waitsOverlay({ agent }))}>
          who waits for whom
        </button>
      </h3>
      <WaitTree label="Waits" waits={waits.slice(0, mostShown)} hasText />
    </>
  )
}
