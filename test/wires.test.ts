import type { WebSocket } from 'ws'
import { connectInProcess } from '../src/api/wires/in-process.ts'
import { connectBridge } from '../src/api/wires/bridge.ts'
import type { Client } from '../src/api/client.ts'
import { serveIpc } from '../src/main/ipc.ts'
import { ownPages } from '../src/main/security.ts'
import { createBridge } from '../src/preload/bridge.ts'
import { BrowserWindow, rendererOf, resetElectron } from './fakes/electron.ts'
import { bridged } from './fakes/electron-bridge.ts'
import { openShellWorld } from './suites/shell-world.ts'
import { connectSocket, untilOpen } from './suites/socket-client.ts'
import { wireSuite } from './suites/wire.ts'

wireSuite('in-process', async (server) => {
  const logged: string[] = []
  const clients: Client[] = []
  return {
    logged,
    connect: async () => {
      const client = connectInProcess(server, (message) => logged.push(message))
      clients.push(client)
      return client
    },
    close: async () => {
      for (const client of clients) client.close()
    },
  }
})

wireSuite('WebSocket', async (server) => {
  const sockets: WebSocket[] = []
  const clients: Client[] = []
  const world = await openShellWorld(server)
  return {
    logged: world.logged,
    connect: async () => {
      const client = connectSocket(world.shell, sockets)
      clients.push(client)
      return untilOpen(client)
    },
    close: async () => {
      for (const client of clients) client.close()
      await world.close()
    },
  }
})

wireSuite('Electron IPC', async (server) => {
  const logged: string[] = []
  serveIpc(server, ownPages('app://patchbay/'), (message) => logged.push(message))
  return {
    logged,
    connect: async () => {
      const window = new BrowserWindow()
      await window.loadURL('app://patchbay/')
      // The page gets the bridge as Electron passes it on: proxied functions, cloned values.
      return connectBridge(bridged(createBridge(rendererOf(window.webContents) as never)) as ReturnType<typeof createBridge>)
    },
    close: async () => resetElectron(),
  }
})
