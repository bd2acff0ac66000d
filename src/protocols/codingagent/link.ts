import { resolve } from 'node:path'
import type { NewEvent } from '../../core/event.ts'
import { fail, ok } from '../../core/fault.ts'
import type { Fault, Result } from '../../core/fault.ts'
import { haltGraceMs, noPlan } from '../../core/halt.ts'
import type { HaltPlan } from '../../core/halt.ts'
import type { HaltHook, LinkCall, LinkContext, LinkDriver } from '../../core/protocol.ts'
import { callHome } from './call-home.ts'
import { sessionActor } from './home/by.ts'
import { HomeLoop } from './home/home-loop.ts'
import type { HomeState } from './home/home-loop.ts'
import { SessionHome } from './home/session-home.ts'
import { excludeOffer } from './home/git-exclude.ts'
import { pathInside, placeHome } from './home/home-place.ts'
import { newSessionId } from './home/session-id.ts'
import { SessionNews } from './home/session-news.ts'
import type { HomeView } from './pure/api.ts'
import { refusedId } from './pure/conditions.ts'
import type { HomeConfig } from './pure/config.ts'
import { confinement } from './workspace/confinement.ts'

const showMs = 100
const retryMs = 5_000

/** The running link of one session home. */
export class HomeLink implements LinkDriver {
  readonly #context: LinkContext
  readonly #config: HomeConfig
  readonly #news: SessionNews
  #home: SessionHome | undefined
  #loop: HomeLoop | undefined
  #starting: Promise<void> | undefined
  #stopped = false
  #timer: NodeJS.Timeout | undefined
  #showTimer: NodeJS.Timeout | undefined
  #state: HomeState = { waiting: [], refused: [] }
  #confinement = ''
  /** Determined once a home exists, and again after it was answered. */
  #exclude: { readonly offer: HomeView['exclude'] } | undefined

  constructor(context: LinkContext, config: HomeConfig) {
    this.#context = context
    this.#config = config
    this.#news = new SessionNews(context.saved)
  }

  start(): void {
    this.#context.status({ lamp: 'connecting', text: `looking for ${this.#config.home}` })
    this.#starting = this.#open()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#starting
    await this.#loop?.stop()
    clearTimeout(this.#showTimer)
  }

  send(): Promise<Result<void>> {
    return Promise.resolve(noMessages)
  }

  act(act: string): Promise<Result<{ readonly text: string }>> {
    return Promise.resolve(fail('unsupported', `A session home has no action “${act.slice(0, 40)}”.`))
  }

  readonly halt: HaltHook = {
    preview: ({ verb, agents }) => haltedHome(this.#home, verb === 'halt' && agents === undefined),
    stop: async (_order, keys) => {
      const left = (await this.#home?.halt(haltGraceMs)) ?? []
      const done = left.length === 0 ? ok(undefined) : fail('unavailable', `Still running: ${left.join(', ')}.`)
      return new Map(keys.map((key) => [key, done]))
    },
    changed: () => {
      this.#loop?.kick()
      this.#showSoon()
    },
  }

  async call(method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> {
    await this.#starting
    const home = this.#home
    if (home === undefined || this.#loop === undefined)
      return fail('unavailable', 'The session home cannot be used at the moment. See Links for the reason.')
    const answer = await callHome(home, method, input, call)
    if (method === 'exclude') this.#exclude = undefined
    this.#loop.kick()
    return answer
  }

  registrationOf(agent: string): string | undefined {
    const actors = (this.#home?.parts.store.all() ?? []).map((session) => sessionActor(session))
    return actors.find((actor) => actor.name === agent)?.registration
  }

  async #open(): Promise<void> {
    const { workspacePath } = this.#context
    this.#confinement = await confinement()
    const place = await placeHome(workspacePath, this.#config.home)
    if (this.#stopped) return
    if (!place.ok) {
      this.#context.status({ lamp: 'down', text: 'not found', reason: place.fault })
      this.#timer = setTimeout(() => {
        this.#starting = this.#open()
      }, retryMs)
      return
    }
    const { gate, halt, now, log } = this.#context
    const services = { gate, now, log, newSessionId, halted: () => halt.now() }
    const workspace = { from: workspacePath, given: this.#config.workspace }
    this.#home = new SessionHome(place.value, workspace, services, () => this.#showSoon())
    this.#loop = new HomeLoop(
      this.#home,
      () => performance.now(),
      this.#context.isWatched,
      (state) => this.#report(state),
    )
    this.#loop.kick()
  }

  async #report(state: HomeState): Promise<void> {
    const home = this.#home
    if (home === undefined) return
    this.#state = state
    if (this.#exclude === undefined && home.parts.folder.isHeld) this.#exclude = { offer: await excludeOffer(home) }
    const homePath = pathInside(this.#context.workspacePath, home.parts.folder.path)
    const news = await this.#news.collect(home.parts, this.#context.operator(), homePath === '' ? '.' : homePath)
    // A reply that was taken after them ends what they say.
    const events = [...state.refused.map((each) => refusal(each, homePath)), ...news]
    if (this.#stopped) return
    if (events.length > 0) this.#context.emit(events, this.#news.state())
    this.#show()
    this.#context.status({
      ...statusOf(home, state),
      count: { value: home.parts.store.all().length, unit: home.parts.store.all().length === 1 ? 'session' : 'sessions' },
    })
  }

  #showSoon(): void {
    if (this.#stopped || this.#showTimer !== undefined) return
    this.#showTimer = setTimeout(() => this.#show(), showMs)
  }

  #show(): void {
    clearTimeout(this.#showTimer)
    this.#showTimer = undefined
    if (this.#stopped || this.#home === undefined) return
    const { readOnly, waiting } = this.#state
    const { workspacePath } = this.#context
    this.#context.show(
      this.#home.view({
        exclude: this.#exclude?.offer,
        workspace: resolve(workspacePath, this.#config.workspace),
        confinement: this.#confinement,
        readOnly,
        waiting: [...waiting],
      }),
    )
  }
}

const noMessages = fail('unsupported', 'A session does not accept messages: paste the LLM’s reply in the Paste view.')

/** Nothing goes on the wire: the LLM has no link. */
function haltedHome(home: SessionHome | undefined, isWhole: boolean): HaltPlan {
  if (home === undefined || !isWhole) return noPlan
  const open = home.parts.store.all().filter((session) => !session.file.isComplete).length
  const { running } = home
  const what = (running?.command ?? `round ${running?.sequence ?? ''}`).split('\n', 1)[0] ?? ''
  return {
    ...noPlan,
    ends:
      running === undefined
        ? []
        : [{ key: `run ${running.session}`, what: what.slice(0, 200).toWellFormed(), note: 'its output so far is kept' }],
    refuses: open === 0 ? [] : [{ key: 'apply', what: open === 1 ? 'Apply in 1 session' : `Apply in ${open} sessions` }],
    cannot: { names: [], ...(open > 0 && { why: 'the chat LLM: it has no link' }) },
  }
}

function statusOf(home: SessionHome, { fault, readOnly, waiting }: HomeState): Parameters<LinkContext['status']>[0] {
  if (fault !== undefined) return { lamp: 'down', text: 'unavailable', reason: fault }
  const open = home.parts.store.all().filter((session) => !session.file.isComplete).length
  const words = open === 0 ? 'no open session' : open === 1 ? '1 open session' : `${open.toLocaleString('en-US')} open sessions`
  if (readOnly !== undefined) return { lamp: 'up', text: `${words}, read-only: in use by another Patchbay` }
  const [first] = waiting
  return { lamp: 'up', text: first === undefined ? words : `${words}; ${first.file} waits in inbox` }
}

/** An event for the feed about a file that is not a reply. */
function refusal({ name, file, fault, round }: HomeState['refused'][number], homePath: string | undefined): NewEvent {
  const path = homePath === undefined ? undefined : homePath === '' ? file : `${homePath}/${file}`
  const said: Fault = { ...fault, message: `${name} is not a reply and was not used. ${fault.message}`.slice(0, 2_000) }
  return {
    wireId: refusedId(round, file),
    raw: { text: name, anchor: { label: name, ...(path !== undefined && { path }) } },
    body: { kind: 'fault', fault: said },
  }
}
