import { Glyph } from './glyph.tsx'
import { counted } from './time.ts'

/** Says how many characters of an exact text would be invisible on a screen; nothing if there are none. */
export function HiddenNote({ number }: { readonly number: number }): React.JSX.Element | null {
  return number === 0 ? null : (
    <p className="fault small">
      <Glyph shape="over" /> Contains {counted(number, 'hidden character')}; {number === 1 ? 'it is' : 'they are'} kept as is
    </p>
  )
}
