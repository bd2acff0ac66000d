/** Writes to stdout and waits until it is taken, so that a slow reader slows us instead of filling memory. */
export function print(text: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (text.length === 0) resolve()
    else process.stdout.write(text, () => resolve())
  })
}

/** One line for people on stderr. */
export function complain(words: string): void {
  process.stderr.write(`patchbay: ${words}\n`)
}

/** Standard input as bytes, up to `most`; undefined when there is more. */
export async function readInput(most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
