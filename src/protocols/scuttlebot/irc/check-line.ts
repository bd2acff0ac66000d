import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { bytesOf, checkField } from '../pure/size.ts'

/** Bytes of a line without its CR LF. */
const most = 510

/** The last look at a line before it goes out: exactly one line, and no longer than a server takes. */
export function checkLine(line: string): Result<void> {
  const single = checkField('line', line, false)
  if (!single.ok) return single
  const bytes = bytesOf(line)
  if (bytes > most) return fail('too-large', `This line has ${bytes} bytes; IRC takes ${most}.`, { field: 'text' })
  return ok(undefined)
}
