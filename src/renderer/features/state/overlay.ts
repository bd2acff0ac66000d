import type { AppState } from '../screen.ts'
import type { Overlay } from './slices.ts'

/** One kind of overlay: makes it for `setOverlay`, and reads what the one on screen is about. */
export interface OverlayKind<Data extends object> {
  (data: Data): Overlay
  readonly kind: string
  /** What it is about while it lies over the panes. */
  of(state: Pick<AppState, 'overlay'>): (Overlay & Data) | undefined
}

/** Declares an overlay. Its component is registered under `kind` by the same feature or screen (`ProtocolScreen.overlays`). */
export function overlayKind<Data extends object = object>(kind: string): OverlayKind<Data> {
  return Object.assign((data: Data): Overlay => ({ ...data, kind }), {
    kind,
    // Nobody else makes one of this kind.
    of: ({ overlay }: Pick<AppState, 'overlay'>) => (overlay?.kind === kind ? (overlay as Overlay & Data) : undefined),
  })
}
