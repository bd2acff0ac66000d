import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** The minimum that writes a file completely: a temporary name, fsync, rename. No folder is synced, nothing is checked. */
export async function writeBare(folder: string, name: string, text: string): Promise<void> {
  const handle = await open(join(folder, `${name}.tmp`), 'wx')
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
  await rename(join(folder, `${name}.tmp`), join(folder, name))
}

/** The minimum that is on disk on return: as above, and the folder, because a name that is not synced is lost with the power. */
export async function writeBareDurably(folder: string, name: string, text: string): Promise<void> {
  await writeBare(folder, name, text)
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
