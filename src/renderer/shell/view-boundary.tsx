import { useEffect } from 'react'
import { Boundary } from '../ui/boundary.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { useApp, useStoreApi } from '../features/state/store.ts'

interface ViewBoundaryProps {
  /** Name of the part: the view's title, `Inspector`. */
  readonly name: string
  readonly children: React.ReactNode
}

/** Limits the failure of a pane to that pane: the others keep working, and another selection or *Try again* redraws it. */
export function ViewBoundary({ name, children }: ViewBoundaryProps): React.JSX.Element {
  const selection = useApp((state) => state.selection)
  return (
    <Boundary of={`${name} ${selection}`} renderFailed={(again) => <Failed name={name} again={again} />}>
      {children}
    </Boundary>
  )
}

function Failed({ name, again }: { readonly name: string; again(): void }): React.JSX.Element {
  return (
    <div className="err" role="alert">
      <Glyph shape="no" />
      <div>
        <b className="med">{name} could not be shown</b>
        <p className="small mid">Patchbay keeps running and nothing is lost. You can use the other views.</p>
      </div>
      <div className="acts">
        <button type="button" className="btn small" onClick={again}>
          Try again
        </button>
      </div>
    </div>
  )
}

/** Closes a dialog that cannot be drawn, and says so. */
export function OverlayBoundary({ children }: { readonly children: React.ReactNode }): React.JSX.Element {
  const overlay = useApp((state) => state.overlay)
  return (
    <Boundary of={overlay} renderFailed={() => <CloseOverlay />}>
      {children}
    </Boundary>
  )
}

function CloseOverlay(): null {
  const store = useStoreApi()
  useEffect(() => {
    store.getState().setOverlay(undefined)
    store.getState().toast({ text: 'The dialog could not be shown', detail: 'It was closed; nothing was changed.', isFault: true })
  }, [store])
  return null
}

/** Says that the dialog of Halt cannot be drawn, with the way that works without it. */
export function HaltBoundary({ children }: { readonly children: React.ReactNode }): React.JSX.Element {
  const isOpen = useApp((state) => state.haltDialog !== undefined)
  return (
    <Boundary of={isOpen} renderFailed={() => <CloseHalt />}>
      {children}
    </Boundary>
  )
}

function CloseHalt(): null {
  const store = useStoreApi()
  useEffect(() => {
    store.getState().closeHaltDialog()
    store.getState().toast({ text: 'The dialog could not be shown', detail: 'Halt with the command: patchbay halt --yes', isFault: true })
  }, [store])
  return null
}
