import type { DemoActor } from '../../../core/protocol.ts'
import { startDemoScript } from '../../../io/node-script.ts'
import { demoKey } from './ably/options.ts'
import { harbour } from './harbour.ts'

/** Starts a small server that speaks Ably's protocol, with a scripted team on it, in another process. It needs no folder. */
export function startDemo(): DemoActor {
  const script = startDemoScript(import.meta.url, 'jaibber')
  return {
    pid: script.pid,
    async links() {
      const port = Number(await script.firstLine())
      if (!Number.isInteger(port) || port < 1 || port > 65_535) return []
      const config = {
        auth: 'key',
        ablyKey: demoKey,
        endpoint: `127.0.0.1:${port}`,
        tls: false,
        projects: [`${harbour.id}=${harbour.name}`],
      }
      return [{ name: 'demo team', config }]
    },
    stop: script.stop,
  }
}
