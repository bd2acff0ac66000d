import { complain } from './standard-streams.ts'

/** Exits this process when its standard input ends, so that it cannot outlive its parent. Electron ends a utility process itself. */
export function endWithInput(): void {
  if (Reflect.has(process, 'parentPort')) return
  process.stdin.on('end', () => process.exit(0))
  process.stdin.on('error', () => process.exit(0))
  process.stdin.resume()
}

/** The life of a process with scripted agents: until the script is over, standard input ends, or its folder is removed. */
export async function playDemo(play: () => Promise<void>): Promise<void> {
  endWithInput()
  try {
    await play()
  } catch (thrown) {
    complain(String(thrown))
    process.exit(1)
  }
}
