import type { FlowLayout } from '../../../../core/flow/layout.ts'
import type { Palette } from './palette.ts'

/** What the canvas draws, and which part of it is on screen. */
export interface PaintInput {
  readonly layout: FlowLayout
  readonly palette: Palette
  /** The part of the plot that is on screen. */
  readonly top: number
  readonly width: number
  readonly height: number
  /** Marks (ids) that are selected, or under the pointer. */
  readonly selected: string | undefined
  readonly hovered: string | undefined
  /** What is right of the window's end: now, or a moment that is not now. */
  readonly edge: 'now' | 'past'
  /** What the hatch of a link says. */
  readonly gapWords: (gap: FlowLayout['hatches'][number]['gap']) => string
}
