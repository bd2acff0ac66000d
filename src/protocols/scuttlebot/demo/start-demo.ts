import type { DemoActor } from '../../../core/protocol.ts'
import { startDemoScript } from '../../../io/node-script.ts'

/** Starts a small IRC network with scripted agents on it, in another process. It needs no folder. */
export function startDemo(): DemoActor {
  const script = startDemoScript(import.meta.url, 'scuttlebot')
  return {
    pid: script.pid,
    async links(operator) {
      const port = Number(await script.firstLine())
      if (!Number.isInteger(port) || port < 1 || port > 65_535) return []
      const config = {
        server: '127.0.0.1',
        port,
        tls: false,
        nick: operator,
        channels: ['#general', '#task.auth-refresh', '#ops'],
        types: ['relay=observer'],
      }
      return [{ name: 'demo network', config }]
    },
    stop: script.stop,
  }
}
