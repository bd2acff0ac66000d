import { writeFile } from 'node:fs/promises'
import path from 'node:path'

/** It says its first argument, or counts until it is stopped; each number is also written into the file that its second argument names. */
const script = `
import { writeFileSync } from 'node:fs'
const [, , words, beat] = process.argv
process.stdin.resume()
process.stdin.on('end', () => {
  if (words !== 'count') return process.stdout.write(words)
  let at = 0
  setInterval(() => {
    if (beat !== undefined) writeFileSync(beat, String(at))
    process.stdout.write('number ' + at++ + ' ')
  }, 50)
})
`

/** A program that is an agent. @returns the path of its script, for Node: `[file, words]`, `[file, 'count']` or `[file, 'count', beat]`. */
export async function agentScript(workspace: string): Promise<string> {
  const file = path.join(workspace, 'agent.mjs')
  await writeFile(file, script)
  return file
}
