import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { FeedPage } from './pages/feed-page.ts'
import { electronMissing, startElectron } from './shells/electron.ts'
import { startWebShell } from './shells/web.ts'
import type { WebShell } from './shells/web.ts'
import { WebShellHost } from './shells/web-shell-host.ts'

export { expect } from '@playwright/test'

/** The application under test, opened on a workspace of its own. */
export interface App {
  readonly page: Page
  /** Address with the launch token (web shell), undefined in Electron. */
  readonly address: string | undefined
  /** Ends the application and starts it again on the same data folder; `kill` ends it without a word. */
  restart(how?: 'stop' | 'kill'): Promise<void>
  /** Kills the engine of the web shell and, after `meanwhile`, starts another on the same data; the page stays as it is. */
  restartCore(meanwhile: () => Promise<void>): Promise<void>
}

interface Fixtures {
  /** Text of `.workplace/chat.md` before the start; undefined: there is no such folder. */
  readonly chat: string | undefined
  /** False: the application starts without a workspace. */
  readonly withWorkspace: boolean
  /** The view after each start of the application with a workspace; `needs` is the one it opens with. */
  readonly view: 'feed' | 'needs'
  readonly workspace: string
  readonly dataDir: string
  readonly app: App
}

interface Running {
  readonly address: string | undefined
  readonly page: Page
  end(how: 'stop' | 'kill'): Promise<void>
}

/**
 * A test gets a fresh workspace, a fresh data folder and the running application in `app.page`.
 * It fails when the page logs an error or throws, whatever else it checks.
 */
export const test = base.extend<Fixtures, { readonly shell: 'web' | 'electron'; readonly host: WebShellHost | undefined }>({
  shell: ['web', { option: true, scope: 'worker' }],
  host: [
    async ({ shell }, use) => {
      const host = shell === 'web' ? new WebShellHost() : undefined
      await use(host)
      await host?.close()
    },
    { scope: 'worker' },
  ],
  chat: ['', { option: true }],
  withWorkspace: [true, { option: true }],
  view: ['feed', { option: true }],

  workspace: async ({ chat }, use) => {
    await useFolder('patchbay-workspace-', async (folder) => {
      if (chat !== undefined) {
        await mkdir(path.join(folder, '.workplace'))
        await writeFile(path.join(folder, '.workplace', 'chat.md'), chat)
      }
      await use(folder)
    })
  },

  dataDir: async ({ shell }, use) => {
    await useFolder(`patchbay-data-${shell}-`, use)
  },

  app: async ({ shell, host, context, workspace, withWorkspace, view, dataDir }, use, testInfo) => {
    const missing = shell === 'electron' ? electronMissing() : undefined
    testInfo.skip(missing !== undefined, missing)
    const problems: string[] = []
    /** The page has no engine, which the browser reports. */
    let isAlone = false
    const options = withWorkspace ? { dataDir, workspace } : { dataDir }
    /** The first start shares its process with those of other tests; a restart is the real command. */
    const start = async (startShell = startWebShell): Promise<Running> => {
      const running = shell === 'web' ? await openWeb(await startShell(options), await context.newPage()) : await openElectron(options)
      running.page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`))
      running.page.on('console', (message) => {
        if (message.type() === 'error' && !isAlone) problems.push(`console: ${message.text()} (${message.location().url})`)
      })
      if (running.address !== undefined) await running.page.goto(running.address)
      if (withWorkspace && view === 'feed') await new FeedPage(running.page).open()
      return running
    }
    let running = await start(host?.start)
    await use({
      get page() {
        return running.page
      },
      get address() {
        return running.address
      },
      restart: async (how = 'stop') => {
        await running.page.close()
        await running.end(how)
        running = await start()
      },
      restartCore: async (meanwhile) => {
        const { page } = running
        isAlone = true
        await running.end('kill')
        await meanwhile()
        const connected = page.waitForEvent('websocket')
        running = await openWeb(await startWebShell(options), page)
        await connected
        isAlone = false
      },
    })
    await running.page.close()
    await running.end('stop')
    if (problems.length > 0) throw new Error(`the page reported errors:\n${problems.join('\n')}`)
  },
})

type Options = Parameters<typeof startWebShell>[0]

async function openWeb(shell: WebShell, page: Page): Promise<Running> {
  return { address: shell.address, page, end: async (how) => void (await (how === 'stop' ? shell.stop() : shell.kill())) }
}

async function openElectron(options: Options): Promise<Running> {
  const application = await startElectron(options)
  const end = async (how: 'stop' | 'kill'): Promise<void> => {
    if (how === 'kill') application.process().kill('SIGKILL')
    else await application.close()
  }
  return { address: undefined, page: await application.firstWindow(), end }
}

/** Runs `job` with a new folder, whose name has no links in it, and removes the folder. */
async function useFolder(prefix: string, job: (folder: string) => Promise<void>): Promise<void> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), prefix)))
  try {
    await job(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
