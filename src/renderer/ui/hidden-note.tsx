import { Glyph } from './glyph.tsx'
import { counted } from './time.ts'

/** Says of an exact text that some of its characters would hide on a screen; nothing when none would. */
export function HiddenNote({ number }: { readonly number: number }): React.JSX.Element | null {
  return number === 0 ? null : (
    <p className="fault small">
      <Glyph shape="over" /> Contains {counted(number, 'invisible character')}; {number === 1 ? 'it is' : 'they are'} kept as is
    </p>
  )
}
