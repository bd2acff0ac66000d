import { Glyph } from './glyph.tsx'
import { counted } from './time.ts'

/** Says of an exact text that some of its characters would hide on a screen; nothing when none would. */
export function HiddenNote({ number }: { readonly number: number }): React.JSX.Element | null {
  return number === 0 ? null : (
    <p className="fault small">
      <Glyph shape="over" /> {counted(number, 'character')} would hide text on a screen.{' '}
      {number === 1 ? 'It is used as it is.' : 'They are used as they are.'}
    </p>
  )
}
