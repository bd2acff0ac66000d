import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { bytesOf, checkField } from '../pure/size.ts'

/** Bytes of a line without its CR LF. */
const most = 510

/** Final check of a line before it is sent: exactly one line, within the length limit. */
export function checkLine(line: string): Result<void> {
  const single = checkField('line', line, false)
  if (!single.ok) return single
  const bytes = bytesOf(line)
  if (bytes > most) return fail('too-large', `This line has ${bytes} bytes; the IRC limit is ${most}.`, { field: 'text' })
  return ok(undefined)
}
