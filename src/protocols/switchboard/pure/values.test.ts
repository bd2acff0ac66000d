import { describe, expect, it, test } from 'vitest'
import { dueTime } from './due-time.ts'
import type { SwitchboardMessage } from './message.ts'
import { parsePersona, personaFor } from './personas.ts'
import type { Persona } from './personas.ts'
import { oddDirection } from './roles.ts'
import { parseState } from './state-file.ts'

const message: SwitchboardMessage = { id: 'm', action: 'request_review', sender: 'a', recipient: 'b', payload: '', createdAt: '' }

function personaOf(file: string, role: string): Persona {
  return { file, role, title: role, text: role }
}

describe('personas', () => {
  it('take their role from the front matter, otherwise from the file name', () => {
    expect(parsePersona('.agent/personas/x.md', '---\nname: "Strict"\nrole: Coder-1\n---\n\nBe strict.\n')).toEqual({
      file: '.agent/personas/x.md',
      role: 'coder 1',
      title: 'Strict',
      text: 'Be strict.',
    })
    expect(parsePersona('a/Coder_2.md', '\ufeffBuild.\r\nTest.')).toMatchObject({ role: 'coder 2', text: 'Build.\nTest.' })
    expect(parsePersona('a/reviewer.md', '---\nrole: tester\n---\n')).toBeUndefined()
    expect(parsePersona('a/reviewer.md', '---\nno end')).toMatchObject({ role: 'reviewer', text: '---\nno end' })
  })
  it('are found by role, first path first; a family is used for its numbers', () => {
    const all = [
      personaOf('b/tester.md', 'tester'),
      personaOf('coder.md', 'coder'),
      personaOf('a/tester.md', 'tester'),
      personaOf('coder-2.md', 'coder 2'),
    ]
    expect(personaFor(all, 'tester')?.file).toBe('a/tester.md')
    expect(personaFor(all, 'coder 1')?.file).toBe('coder.md')
    expect(personaFor(all, 'coder 2')?.file).toBe('coder-2.md')
    expect([personaFor(all, 'lead'), personaFor(all, undefined)]).toEqual([undefined, undefined])
  })
})

test('an answer is expected when its sender says, and never by itself', () => {
  const at = Date.UTC(2026, 0, 1)
  expect(dueTime(message)).toBeUndefined()
  expect(dueTime({ metadata: { due: '2026-01-01T00:30:00Z' } })).toBe(at + 30 * 60_000)
  expect(dueTime({ metadata: { due: 'soon', expectedBy: at + 1 } })).toBe(at + 1)
  expect(dueTime({ metadata: { due: 8.64e15 + 1 } })).toBeUndefined()
})

test('odd directions are reported, unknown roles are never odd, an execute has one direction', () => {
  const lead = { name: 'l', role: 'lead' }
  const coder = { name: 'c', role: 'coder 1' }
  const shell = { name: 's', isTerminal: true }
  const someone = { name: 'x' }
  for (const [action, from, to] of [
    ['delegate_task', lead, coder],
    ['delegate_task', someone, coder],
    ['request_review', coder, someone],
    ['submit_result', coder, lead],
    ['status_update', coder, someone],
    ['execute', lead, shell],
  ] as const) {
    expect([action, oddDirection(action, from, to)]).toEqual([action, undefined])
  }
  for (const [action, from, to] of [
    ['delegate_task', coder, someone],
    ['request_review', lead, coder],
    ['submit_result', lead, coder],
    ['status_update', coder, { name: 'C' }],
    ['execute', someone, shell],
    ['execute', lead, coder],
    ['shout', lead, coder],
  ] as const) {
    expect(oddDirection(action, from, to)).toEqual(expect.stringMatching(/\.$/))
  }
})

test('a state with a section of the wrong kind is a fault, so writing cannot lose anything', () => {
  for (const source of ['[]', '{"terminals":[]}', '{"chatAgents":{"a":1}}', '{"session":"x"}', '{"teams":7}', '{', '['.repeat(99)]) {
    expect(parseState(source).ok).toBe(false)
  }
  expect(parseState('{"session":null,"version":"1.0"}')).toMatchObject({ value: { version: 0 } })
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`a${index}`, {}]))
  expect(parseState(JSON.stringify({ chatAgents: many }))).toMatchObject({ fault: { code: 'too-large' } })
})
