/** Serves for one test after another, ordered over IPC: options start it, 'stop' ends it, and the exit code is the answer. See WebShellHost. */
import module from 'node:module'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')
module.enableCompileCache(path.join(root, 'node_modules', '.cache', 'patchbay'))
const { serve } = await import('../../src/cli/serve.ts')

let stop = () => undefined

process.on('disconnect', () => process.exit())
process.on('message', (order) => {
  if (order === 'stop') stop()
  else void start(order)
})

async function start({ dataDir, workspace }) {
  const stopped = new Promise((resolve) => (stop = resolve))
  process.send(await serve({ data: dataDir, open: false, workspace }, stopped))
}
