import { textScale } from '../../ui/text-scale.ts'
import { useApp } from './store.ts'

/** How much larger text is than usual, for what is measured in pixels. */
export function useTextScale(): number {
  return textScale(useApp((state) => state.settings.textSize))
}
