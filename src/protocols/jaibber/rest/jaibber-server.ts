import type { z } from 'zod'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { parseJsonText } from '../../../core/json-text.ts'
import { limits } from '../../../core/limits.ts'
import type { Permit } from '../../../core/protocol.ts'
import type { ReceivedMessage } from '../pure/received.ts'
import { ablyTokenSchema, loginSchema, messagesSchema, oneTaskSchema, projectsSchema, tasksSchema } from './answers.ts'
import type { AblyToken, ServerProject, ServerTask } from './answers.ts'
import { openExchange } from './exchange.ts'
import type { Answer, Exchange, Question } from './exchange.ts'
import { messageFromRow } from './message-row.ts'
import { refusalOf } from './refusal.ts'

/** Address of a Jaibber server and our account there. */
interface ServerAddress {
  /** Without a trailing slash. */
  readonly base: string
  readonly account: string
  readonly password: string
}

/** Our identity on the server. */
export interface Identity {
  readonly userId: string
  readonly username: string
}

/** A message as the server stores it (specification: Streaming Protocol, 4). */
export interface StoredMessage {
  readonly id: string
  readonly senderType: 'user' | 'agent'
  readonly senderName: string
  readonly type: string
  readonly text: string
  readonly parentMessageId?: string
}

/** Messages of one page, newest first, and where the next page starts. */
interface MessagePage {
  readonly messages: readonly ReceivedMessage[]
  readonly next?: string
}

type Path = Omit<Question, 'authorization' | 'mostBytes' | 'signal'>

const usualTimeoutMs = 15_000

/**
 * Client of a Jaibber server (INTEROP: REST). Logs in when first needed, and once more if its token is refused. A login that
 * was refused is not retried. Changes on the server need a permit. Password and token are only ever sent to the server.
 */
export class JaibberServer {
  readonly host: string
  /** The identity of the last successful login. */
  identity: Identity | undefined
  readonly #address: ServerAddress
  readonly #exchange: Exchange
  readonly #mostBytes: number
  #token: string | undefined
  /** Why the server refuses the login: the same password is not tried again. */
  #refused: Fault | undefined
  #loggingIn: Promise<Result<Identity>> | undefined

  constructor(address: ServerAddress, { timeoutMs = usualTimeoutMs, mostBytes = limits.message as number } = {}) {
    this.#address = address
    this.host = new URL(address.base).host
    this.#exchange = openExchange(address.base, timeoutMs)
    this.#mostBytes = mostBytes
  }

  /** Logs in with account and password; simultaneous calls share one login. */
  login(): Promise<Result<Identity>> {
    this.#loggingIn ??= this.#login().finally(() => {
      this.#loggingIn = undefined
    })
    return this.#loggingIn
  }

  /** A token for Ably. */
  ablyToken(): Promise<Result<AblyToken>> {
    return this.#read(ablyTokenSchema, { method: 'POST', path: '/api/ably/token' }, 'issue an Ably token')
  }

  projects(): Promise<Result<ServerProject[]>> {
    return this.#read(projectsSchema, { method: 'GET', path: '/api/projects' }, 'list the projects')
  }

  /** Messages of a project before `before`, or the newest. A page that is too large is requested in smaller ones. */
  async messages(project: string, { limit, before }: { readonly limit: number; readonly before?: string }): Promise<Result<MessagePage>> {
    const query = new URLSearchParams({ limit: String(limit), ...(before !== undefined && { before }) })
    const path = `/api/projects/${encodeURIComponent(project)}/messages?${query.toString()}`
    const page = await this.#read(messagesSchema, { method: 'GET', path }, 'provide earlier messages')
    if (!page.ok) {
      const isHalved = page.fault.code === 'too-large' && limit > 1
      return isHalved ? this.messages(project, { limit: Math.floor(limit / 2), ...(before !== undefined && { before }) }) : page
    }
    const { data, pagination } = page.value
    const next = pagination?.hasMore === false ? undefined : (pagination?.cursor ?? undefined)
    return ok({ messages: data.map((row) => messageFromRow(row, project)), ...(next !== undefined && { next }) })
  }

  /** Stores a message under its own id; the server does not publish it again. Storing the same id again creates no second message. */
  async store(_permit: Permit, project: string, message: StoredMessage): Promise<Result<void>> {
    const path = `/api/projects/${encodeURIComponent(project)}/messages`
    const answer = await this.#ask({ method: 'POST', path, body: message }, 'store the message')
    return answer.ok ? ok(undefined) : answer
  }

  tasks(project: string): Promise<Result<ServerTask[]>> {
    const path = `/api/projects/${encodeURIComponent(project)}/tasks?limit=200`
    return this.#read(tasksSchema, { method: 'GET', path }, 'list the tasks')
  }

  createTask(
    _permit: Permit,
    project: string,
    task: { readonly title: string; readonly description?: string; readonly assignedAgentName?: string },
  ): Promise<Result<ServerTask>> {
    const path = `/api/projects/${encodeURIComponent(project)}/tasks`
    return this.#read(oneTaskSchema, { method: 'POST', path, body: task }, 'create the task')
  }

  moveTask(_permit: Permit, task: string, status: string): Promise<Result<ServerTask>> {
    const path = `/api/tasks/${encodeURIComponent(task)}`
    return this.#read(oneTaskSchema, { method: 'PATCH', path, body: { status } }, 'change the task')
  }

  /** Ends all running requests. */
  close(): void {
    this.#exchange.close()
  }

  async #login(): Promise<Result<Identity>> {
    if (this.#refused !== undefined) return { ok: false, fault: this.#refused }
    const { account, password } = this.#address
    const path = { method: 'POST', path: '/api/auth/token', body: { username: account, password } } as const
    const answer = await this.#exchange.ask({ ...path, mostBytes: this.#mostBytes })
    const read = this.#understand(loginSchema, answer, 'log us in')
    if (!read.ok) {
      if (read.fault.code === 'refused') this.#refused = read.fault
      return read
    }
    const { token, userId, username } = read.value
    this.#token = token
    this.identity = { userId, username }
    return ok(this.identity)
  }

  async #read<T extends z.ZodType>(schema: T, path: Path, what: string): Promise<Result<z.output<T>>> {
    return this.#understand(schema, await this.#ask(path, what), what)
  }

  /** Sends our token; if it is refused, retries once with a new one. */
  async #ask(path: Path, what: string): Promise<Result<Answer>> {
    const known = this.#token
    if (known !== undefined) {
      const answer = await this.#as(known, path)
      if (!answer.ok || answer.value.status !== 401) return this.#checked(answer, what)
      if (this.#token === known) this.#token = undefined
    }
    if (this.#token === undefined) {
      const login = await this.login()
      if (!login.ok) return login
    }
    return this.#checked(await this.#as(this.#token ?? '', path), what)
  }

  #as(token: string, path: Path): Promise<Result<Answer>> {
    return this.#exchange.ask({ ...path, authorization: `Bearer ${token}`, mostBytes: this.#mostBytes })
  }

  /** A server's error text may repeat what it was sent. */
  #checked(answer: Result<Answer>, what: string): Result<Answer> {
    if (!answer.ok) return answer
    const secrets = [this.#address.password, this.#token].filter((each) => each !== undefined && each !== '')
    const text = secrets.reduce<string>((said, secret) => said.replaceAll(secret ?? '', '••••••'), answer.value.text)
    const fault = refusalOf({ ...answer.value, text }, this.host, what)
    return fault === undefined ? answer : { ok: false, fault }
  }

  #understand<T extends z.ZodType>(schema: T, given: Result<Answer>, what: string): Result<z.output<T>> {
    const answer = this.#checked(given, what)
    if (!answer.ok) return answer
    const parsed = parseJsonText(answer.value.text, `The answer of ${this.host}`)
    if (!parsed.ok) return fail('unavailable', `The response from ${this.host} is not JSON. Check the address.`)
    const read = schema.safeParse(parsed.value)
    return read.success ? ok(read.data) : fail('unavailable', `${this.host} failed to ${what}: the response has an unknown format.`)
  }
}
