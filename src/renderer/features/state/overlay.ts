import type { AppState } from '../screen.ts'
import type { Overlay } from './slices.ts'

/** One kind of dialog on screen: makes it for `setOverlay`, and reads the data of the open one. */
export interface OverlayKind<Data extends object> {
  (data: Data): Overlay
  readonly kind: string
  /** Its data while it is open. */
  of(state: Pick<AppState, 'overlay'>): (Overlay & Data) | undefined
}

/** Declares a kind of dialog. Its component is registered under `kind` by the same feature or screen (`ProtocolScreen.overlays`). */
export function overlayKind<Data extends object = object>(kind: string): OverlayKind<Data> {
  return Object.assign((data: Data): Overlay => ({ ...data, kind }), {
    kind,
    // Only this function makes one of this kind.
    of: ({ overlay }: Pick<AppState, 'overlay'>) => (overlay?.kind === kind ? (overlay as Overlay & Data) : undefined),
  })
}
