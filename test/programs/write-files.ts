import { writeAtomic } from '../../src/io/atomic-write.ts'
import type { Permit } from '../../src/core/protocol.ts'

// Writes `<folder>/file` completely, `count` times, each time `bytes` of another letter; prints each result as a line.
const [folder = '', count = '1', bytes = '1000'] = process.argv.slice(2)
const letters = 'bcdefghijklmnopqrstuvwxyz'
for (let n = 0; n < Number(count); n++) {
  const result = await writeAtomic({ act: 'test' } as Permit, folder, 'file', (letters[n % letters.length] ?? 'b').repeat(Number(bytes)))
  console.log(JSON.stringify(result))
}
