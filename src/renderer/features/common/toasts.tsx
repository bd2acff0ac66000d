import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

/** Confirmations of the operator's actions, with Undo where possible, below other notes of the window. */
export function Toasts({ children }: { readonly children?: React.ReactNode }): React.JSX.Element {
  const toasts = useApp((state) => state.toasts)
  const dismiss = useApp((state) => state.dismissToast)
  return (
    <div className="toasts">
      {children}
      <div className="stack" role="status" aria-label="Done">
        {toasts.map((toast) => (
          <div key={toast.id} className="toast">
            <Glyph shape="done" />
            <span className="said">
              {toast.text}
              {toast.detail !== undefined && (
                <span className="mono meta dim">
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
