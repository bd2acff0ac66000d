import { complain } from './standard-streams.ts'

/** Ends this process when its standard input does, so that it cannot outlive whoever started it. A utility process of Electron ends by itself. */
export function endWithInput(): void {
  if (Reflect.has(process, 'parentPort')) return
  process.stdin.on('end', () => process.exit(0))
  process.stdin.on('error', () => process.exit(0))
  process.stdin.resume()
}

/** The life of a process that plays agents: until the play is over, or its standard input ends, or its folder is removed under it. */
export async function playDemo(play: () => Promise<void>): Promise<void> {
  endWithInput()
  try {
    await play()
  } catch (thrown) {
    complain(String(thrown))
    process.exit(1)
  }
}
