import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The Nodes in this machine's PATH, except the checkout's. */
export function nodesInPath(): { readonly file: string; readonly major: number }[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '' && !folder.includes('node_modules'))
  return folders
    .map((folder) => path.join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
    .filter((file) => existsSync(file))
    .map((file) => ({ file, major: Number(/^v(\d+)\./.exec(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout)?.[1]) }))
}
