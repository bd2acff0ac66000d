import { isMac } from '../../ui/keys.ts'

/** Opens Halt, halts, and opens Resume. The key, not the character: with Shift each layout has another one there. */
export const haltKeys = '$mod+Shift+Period'

/** Whether this press is that chord; the dialog takes it itself. */
export function isHaltChord({ code, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return code === 'Period' && shiftKey && !altKey && (isMac ? metaKey : ctrlKey)
}
