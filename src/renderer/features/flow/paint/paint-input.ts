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
  /** What the right edge is. now: it follows · past: it does not · then: a moment is looked at, so what needed the operator is an outline. */
  readonly edge: 'now' | 'past' | 'then'
  /** What the hatch of a link says. */
  readonly gapWords: (gap: FlowLayout['hatches'][number]['gap']) => string
}
