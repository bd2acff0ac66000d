import { nameKey } from '../pure/agent-name.ts'
import type { ServiceCore } from './core.ts'
import type { Caller } from './contract.ts'
import type { Registered } from '../pure/registration.ts'

/** Questions of a registration to the operator. Each is asked once at a time, and withdrawn when the asking session ends. */
export interface Claims {
  /** A session claims to be the agent that a name is reserved for. On approval, its next registration can take over the name. */
  sameAgent(caller: Caller, kept: Registered, program: string): void
  /** True once after the operator's approval. */
  isSame(session: string, name: string): boolean
  /** An agent asks to be the lead, once per registration. */
  lead(registered: Registered, given: () => Promise<void>): void
  end(session: string): void
}

/** Opens the list of pending questions of registrations. */
export function openClaims({ ports }: Pick<ServiceCore, 'ports'>): Claims {
  const asking = new Map<string, AbortController>()
  const said = new Map<string, string>() // key of the name → session that the operator confirmed as the same agent
  const askedLead = new Set<string>() // ids of registrations

  return {
    sameAgent({ session }, { name, role, id }, program) {
      const key = nameKey(name)
      if (asking.has(session) || said.get(key) === session) return
      const stop = new AbortController()
      asking.set(session, stop)
      const keeps = [
        ...(role === undefined ? [] : [`the role ${role}`]),
        ...(ports.registrations.stands(id) ? ['its standing approvals'] : []),
      ]
      void ports.registrations
        .ask({
          actor: { kind: 'agent', name: 'a new session' },
          effect: {
            kind: 'assign',
            target: name,
            exact: `${name}, in ${program}, without the resume secret issued with the name`,
            yes: 'It is the same agent',
            // The same claim from two sessions is two questions: an approval applies to one of them.
            terms: [
              { label: 'Keeps', value: keeps.join(' and ') },
              { label: 'Session', value: session },
            ],
          },
          question: `Is this the same agent “${name}”?`,
          signal: stop.signal,
        })
        .then((answer) => {
          asking.delete(session)
          if (answer.ok) said.set(key, session)
        })
    },
    isSame(session, name) {
      if (said.get(nameKey(name)) !== session) return false
      said.delete(nameKey(name))
      return true
    },
    lead({ name, id }, given) {
      if (askedLead.has(id)) return
      // An agent can register and unregister as often as it likes, each time under a new id.
      const registered = new Set(ports.registrations.all().map((each) => each.id))
      for (const each of askedLead) if (!registered.has(each)) askedLead.delete(each)
      askedLead.add(id)
      void ports.registrations
        .ask({
          actor: { kind: 'agent', name, registration: id },
          effect: {
            kind: 'assign',
            target: name,
            exact: `${name}: lead`,
            yes: 'Make it the lead',
            terms: [{ label: 'Allows it to', value: 'assign roles, and request terminal commands, each of which needs your approval' }],
          },
          question: `${name} asks to be the lead.`,
        })
        .then(async (answer) => {
          if (answer.ok) await given()
          // A withdrawn question is not an answer: it can be asked again.
          else if (answer.fault.code !== 'refused') askedLead.delete(id)
        })
    },
    end(session) {
      asking.get(session)?.abort()
      asking.delete(session)
      for (const [key, one] of said) if (one === session) said.delete(key)
    },
  }
}
