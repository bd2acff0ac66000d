import { readFileSync } from 'node:fs'
import path from 'node:path'
import { programFolder } from '../io/program-file.ts'

/** The version of package.json. */
export const version = readVersion()

function readVersion(): string {
  const text = readFileSync(path.join(programFolder, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
