import { existsSync } from 'node:fs'
import path from 'node:path'
import { browserObstacle, electronBinary, electronObstacle, electronVersion, recentFetchFailure } from '../../scripts/shells.mjs'
import { programFolder } from '../io/program-file.ts'
import type { Check } from './check.ts'

/** The built page that the browser shell serves. */
export const assetsDir = path.join(programFolder, 'out', 'renderer')

/** Which shells are available, and why the others are not. */
export function checkShells(): Check[] {
  return [checkBrowserShell(), checkElectron()]
}

function checkBrowserShell(): Check {
  const name = 'browser shell'
  if (!existsSync(`${assetsDir}/index.html`)) {
    return { name, state: 'broken', text: 'the page is not built; run `npm run build` in the checkout' }
  }
  const obstacle = browserObstacle()
  return {
    name,
    state: 'ok',
    text: obstacle === undefined ? 'available; opens the system browser' : `available; ${obstacle}, so it only prints its address`,
  }
}

function checkElectron(): Check {
  const name = 'electron shell'
  const obstacle = electronObstacle()
  if (obstacle !== undefined) return { name, state: 'note', text: `not available: ${obstacle}` }
  const version = electronVersion() ?? 'not installed'
  if (electronBinary() !== undefined) return { name, state: 'ok', text: `available: ${version}` }
  const failure = recentFetchFailure()
  if (failure === undefined) return { name, state: 'note', text: `${version}: its binary is not installed yet; \`npm start\` downloads it` }
  return {
    name,
    state: 'note',
    text: `${version}: its binary could not be downloaded (${failure.reason}); \`npm start\` retries after a day`,
  }
}
