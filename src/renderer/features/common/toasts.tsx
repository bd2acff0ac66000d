import { useEffect, useRef, useState } from 'react'
import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'
import { useClearPlace } from './use-clear-place.ts'
import { useHold, type Hold } from './use-hold.ts'
import { useSteady } from './use-steady.ts'

interface ToastsProps {
  /** Other notes of the window, which keep still as these do. `place` changes whenever they may stand elsewhere. */
  readonly children?: (hold: Hold, place: string) => React.ReactNode
  /** Whether there are any. */
  readonly hasOthers?: boolean
}

/** Confirmations of the operator's actions, with Undo where possible, among other notes of the window. None covers a control that stays in its place. */
export function Toasts({ children, hasOthers = false }: ToastsProps): React.JSX.Element {
  const toasts = useApp((state) => state.toasts)
  const dismiss = useApp((state) => state.dismissToast)
  const frame = useRef<HTMLDivElement>(null)
  const { hold, handlers } = useHold()
  const [used, setUsed] = useState<string>()
  const shown = useSteady(toasts, idOf, hold.isIn).filter(({ item }) => item.id !== used)
  const lift = useClearPlace(frame, hasOthers || shown.length > 0, hold.hasPointer)
  const isPlaced = lift !== undefined
  const place = [lift, ...shown.map(({ item }) => item.id)].join(' ')
  const placeNotices = useApp((state) => state.placeNotices)
  useEffect(() => placeNotices(isPlaced), [placeNotices, isPlaced])
  return (
    <div ref={frame} className={isPlaced ? 'toasts' : 'toasts no-place'} style={{ bottom: lift ?? 0 }} {...handlers}>
      {children?.(hold, place)}
      <div className="stack" role="status" aria-label="Done">
        {shown.map(({ item: toast }) => (
          <div key={toast.id} className="toast" style={{ order: hold.orderOf(toast.id) }}>
            <Glyph shape={toast.isFault === true ? 'no' : 'done'} />
            <span className="said">
              {toast.text}
              {toast.detail !== undefined && (
                <span className={toast.isFault === true ? 'dim' : 'mono meta dim'}>
                  {' '}
                  <VisibleText text={toast.detail} />
                </span>
              )}
            </span>
            <span className="end" />
            {toast.act !== undefined && (
              <button
                type="button"
                className="btn small ghost"
                onClick={() => {
                  hold.free()
                  setUsed(toast.id)
                  toast.act?.run()
                  dismiss(toast.id)
                }}
              >
                {toast.act.label}
              </button>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

const idOf = ({ id }: { readonly id: string }): string => id
