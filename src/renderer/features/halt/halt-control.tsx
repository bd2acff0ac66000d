import { Octagon } from 'lucide-react'
import { refuses } from '../../../core/halt.ts'
import { keyCaps } from '../../ui/keys.ts'
import './halt.css'
import { haltKeys } from './halt-chord.ts'
import { haltTime } from './halt-words.ts'
import { isResuming } from './state/in-force.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** HALT at the right of the status bar, never pushed off it; while halted, the way back. */
export function HaltControl(): React.JSX.Element {
  const store = useStoreApi()
  const halt = useApp((state) => state.state?.halt)
  const { openHalt, openResume } = store.getState()
  const keys = keyCaps(haltKeys).join(' ')
  if (halt === undefined || !refuses(halt))
    return (
      <button type="button" className="lamp stop" title={`Shows what it will do first  ${keys}`} onClick={() => openHalt()}>
        <Octagon className="i" aria-hidden="true" /> HALT
      </button>
    )
  if (isResuming(halt))
    return (
      <button type="button" className="lamp stop" title={`Halt again  ${keys}`} onClick={() => openHalt(undefined, halt.level)}>
        <Octagon className="i" aria-hidden="true" /> Resuming · Halt again
      </button>
    )
  return (
    <button type="button" className="lamp stop" title={`Resume  ${keys}`} onClick={openResume}>
      <Octagon className="i" aria-hidden="true" /> Halted {haltTime(halt.at)} · Resume
    </button>
  )
}
