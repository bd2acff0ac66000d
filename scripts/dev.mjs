/**
 * `npm run dev [serve's options]`: the dashboard from its sources, updated on every change. In Electron if available; otherwise
 * `patchbay serve` behind a Vite server, which forwards the WebSocket. The address is the last line printed, on stdout.
 */
import { createInterface } from 'node:readline'
import path from 'node:path'
import { root, suitableNode } from './checkout.mjs'
import { checkoutEnv, exitCodeOf, runChild } from './child.mjs'
import { ensureSetup } from './setup.mjs'
import { electronBinary, electronObstacle } from './shells.mjs'
import { say } from './words.mjs'

await ensureSetup({ build: true })
const obstacle = electronObstacle() ?? (electronBinary() ? undefined : 'its binary is not installed; `npm start` downloads it')
process.exit(await (obstacle === undefined ? developInElectron() : developInBrowser(obstacle)))

async function developInElectron() {
  const program = path.join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  return exitCodeOf(await runChild(suitableNode(), [program, 'dev', ...process.argv.slice(2)], { cwd: root, env: checkoutEnv() }))
}

async function developInBrowser(reason) {
  say(`Not using Electron: ${reason}. Changes to the screen show immediately; after changes to the core, restart.`)
  const main = path.join(root, 'src', 'cli', 'main.ts')
  let page
  const outcome = await runChild(suitableNode(), [main, 'serve', '--no-open', ...process.argv.slice(2)], {
    stdio: ['inherit', 'pipe', 'inherit', 'ipc'],
    onStart: (child) =>
      createInterface({ input: child.stdout }).once('line', (address) => {
        page = openPage(new URL(address))
        page.catch((error) => {
          say(`Could not serve the page: ${error.message}`)
          child.kill()
        })
      }),
  })
  await page?.then((server) => server.close()).catch(() => undefined)
  return exitCodeOf(outcome)
}

/** Serves src/renderer and prints its address. The engine sees the page's WebSocket as coming from the engine's own address. */
async function openPage({ origin, hash }) {
  // Not at the top: they may have just been installed.
  const { createServer } = await import('vite')
  const { resolveConfig } = await import('electron-vite')
  const { config } = await resolveConfig({ root }, 'serve')
  const server = await createServer({
    ...config.renderer,
    configFile: false,
    logLevel: 'warn',
    optimizeDeps: { entries: ['index.html'] },
    server: { host: '127.0.0.1', port: 0, proxy: { '/socket': { target: origin, ws: true, changeOrigin: true, headers: { origin } } } },
  })
  await server.listen()
  process.stdout.write(`http://127.0.0.1:${server.httpServer.address().port}/${hash}\n`)
  return server
}
