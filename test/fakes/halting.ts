import { onTestFinished, vi } from 'vitest'
import type { Output } from '../../src/api/contract.ts'
import { ok, type Result } from '../../src/core/fault.ts'
import { haltWords, noPlan, type HaltLevel, type HaltScope, type HaltState } from '../../src/core/halt.ts'
import type { HaltHook, Protocol } from '../../src/core/protocol.ts'
import { askResume } from '../../src/io/resume-file.ts'
import { follow, testEngine, type Followed, type TestEngine } from './engine.ts'
import { valueOf } from './value-of.ts'
import { fakeProtocol } from './protocol.ts'

/** An engine with a link of a folder and one of the network that is cut; the test holds their texts back. */
export class Halting {
  core!: TestEngine
  workspace = ''
  followed!: Followed
  said: string[] = []
  started: string[] = []
  /** Whom each link tells. */
  readonly keys = { file: ['a', 'b'], net: ['a', 'b'] }
  /** Under which message ids the texts were planned last. */
  readonly ids = new Map<string, string>()
  /** What a cut stores of RESUME is that of the release before: not what it says while halts of some agents stay. */
  isOlder = false
  /** Texts that are not sent before their promise is settled. */
  held = new Map<string, Promise<void>>()

  /** Both links are up. The test ends it. */
  static async open(): Promise<Halting> {
    const made = new Halting()
    made.core = await testEngine({ protocols: [made.#linkOf('file'), made.#linkOf('net')] })
    onTestFinished(() => made.core.stop())
    await made.openWorkspace()
    await made.followed.state(({ links }) => links.length === 2 && links.every(({ status }) => status.lamp === 'up'))
    return made
  }

  async openWorkspace(): Promise<void> {
    this.workspace = valueOf(await this.core.client.call('workspaces.open', { path: this.core.folder })).id
    this.followed = follow(this.core.client, this.workspace)
  }

  /** Patchbay ends and starts again; nothing is held back any more. */
  async restart(): Promise<void> {
    this.core = await this.core.restart()
    this.held = new Map()
    await this.openWorkspace()
  }

  get scope(): HaltScope {
    return { kind: 'workspace', workspace: this.workspace }
  }

  /** All texts of the two links, sorted. */
  texts(verb: 'halt' | 'resume', id: string): string[] {
    return ['file a', 'file b', 'net a', 'net b'].map((place) => `${verb} ${place} ${id}`)
  }

  /** What a link was told to end a halt. */
  resumed(link: 'file' | 'net'): string[] {
    return this.said.filter((text) => text.startsWith(`resume ${link}`))
  }

  async halt(level: HaltLevel, of?: string, scope = this.scope): Promise<string> {
    const { client } = this.core
    const { id, digest, rows } = valueOf(await client.call('halt.preview', { scope, level, ...(of !== undefined && { id: of }) }))
    valueOf(await client.call('halt.start', { id, scope, level, digest, links: rows.map(({ link }) => link) }))
    return id
  }

  /** Halted, and everything of it is done. */
  async halted(level: HaltLevel, scope = this.scope): Promise<string> {
    const id = await this.halt(level, undefined, scope)
    await this.followed.state(({ halt }) => halt?.id === id && isOver(halt))
    return id
  }

  async resume(id: string): Promise<Result<Output<'halt.resume'>>> {
    const { digest, rows } = valueOf(await this.core.client.call('halt.resumePreview', { id }))
    const starts = rows.flatMap((row) => row.starts.map(({ key }) => key))
    return this.core.client.call('halt.resume', { id, digest, links: rows.map(({ link }) => link), starts })
  }

  /** `patchbay resume --yes` asks while no page is open. */
  askWithYes(halt: string): void {
    this.followed.end()
    valueOf(askResume(this.core.dataDir, { id: 'ask', halt, at: Date.now(), processes: ['1 bash'], isYes: true }))
  }

  /** Holds a text back until the test ends or lets it go. */
  hold(wire: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.held.set(wire, promise)
    onTestFinished(() => resolve())
    return resolve
  }

  /** Resolves once a text is being said. */
  async until(wire: string): Promise<void> {
    await vi.waitFor(() => {
      if (!this.said.includes(wire)) throw new Error(`not said: ${wire}`)
    })
  }

  async #done(list: 'said' | 'started', what: string): Promise<Result<void>> {
    this[list].push(what)
    await this.held.get(what)
    return ok(undefined)
  }

  /** A link that says `halt file a 7F3K`, and after RESUME which halt stays, and can start one agent again. */
  #linkOf(id: 'file' | 'net'): Protocol {
    const fake = fakeProtocol(id)
    const halt: HaltHook = {
      preview: (order) => {
        const staying = order.stays === undefined ? '' : ` ${haltWords(order)}`
        if (this.isOlder && order.stays?.isForAll === false && order.stays.id === undefined) return noPlan
        const says = this.keys[id].map((key) => ({ key, place: key, wire: `${order.verb} ${id} ${key} ${order.id}${staying}` }))
        for (const { key, wire } of says) this.ids.set(wire, order.messageId(key))
        return { ...noPlan, says, starts: order.verb === 'resume' ? [{ key: `docs ${id}`, what: 'Docs' }] : [] }
      },
      restart: (key) => this.#done('started', key),
    }
    const info = { ...fake.info, needs: id === 'file' ? ('folder' as const) : ('account' as const) }
    return {
      ...fake,
      info,
      openLink: (...given) => Object.assign(fake.openLink(...given), { halt, send: (wire: string) => this.#done('said', wire) }),
    }
  }
}

export const isOver = ({ rows }: HaltState): boolean =>
  rows.every(({ says, leaves }) => says.every(({ step }) => step === 'done') && (leaves === undefined || leaves.step === 'done'))
