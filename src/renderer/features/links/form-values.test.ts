import { describe, expect, test } from 'vitest'
import type { FormField } from '../../../core/link.ts'
import { askedFields, collect, movedSecrets, valuesFor } from './form-values.ts'

const fields: FormField[] = [
  { name: 'file', label: 'File', kind: 'path', required: true, default: '.workplace/chat.md' },
  { name: 'poll', label: 'Poll', kind: 'number' },
  { name: 'follow', label: 'Follow', kind: 'checkbox', default: true },
  { name: 'mode', label: 'Mode', kind: 'select', options: [{ value: 'a', label: 'A' }] },
  { name: 'token', label: 'Token', kind: 'secret', required: true },
  { name: 'rooms', label: 'Rooms', kind: 'list' },
]

describe('valuesFor', () => {
  test('a new link starts with the defaults', () => {
    expect(valuesFor(fields)).toEqual({ file: '.workplace/chat.md', poll: '', follow: true, mode: 'a', token: '', rooms: '' })
  })
  test('an existing link shows its values, and never a secret', () => {
    expect(valuesFor(fields, { file: 'x.md', poll: 2, follow: false, mode: 'a', token: 'leaked', rooms: ['#a', '#b'] })).toEqual({
      file: 'x.md',
      poll: '2',
      follow: false,
      mode: 'a',
      token: '',
      rooms: '#a\n#b',
    })
  })
})

describe('collect', () => {
  test('returns typed values and trims pasted text', () => {
    const values = { file: ' x.md ', poll: '2.5', follow: false, mode: 'a', token: ' keep ', rooms: '#a\n\n #b ' }
    expect(collect(fields, values)).toEqual({
      config: { file: 'x.md', poll: 2.5, follow: false, mode: 'a', token: ' keep ', rooms: ['#a', '#b'] },
      faults: {},
    })
  })
  test('names missing values and invalid numbers', () => {
    expect(collect(fields, { file: '', poll: 'soon', follow: true, mode: 'a', token: '', rooms: '' }).faults).toEqual({
      file: 'File is required.',
      poll: 'Poll must be a number, not “soon”.',
      token: 'Token is required.',
    })
  })
  test('a stored secret stays when its field is empty', () => {
    const result = collect(fields, { file: 'x', poll: '', follow: true, mode: 'a', token: '', rooms: '' }, ['token'])
    expect(result.faults).toEqual({})
    expect('token' in result.config).toBe(false)
  })
})

const asked = (values: Record<string, string>): string[] =>
  askedFields(
    [
      { name: 'auth', label: 'Log in', kind: 'select' },
      { name: 'key', label: 'Key', kind: 'secret', when: { field: 'auth', is: ['key'] } },
      { name: 'account', label: 'Account', kind: 'text', when: { field: 'server' } },
    ],
    values,
  ).map((field) => field.name)

describe('askedFields', () => {
  test('a field that depends on a value of another is shown with that value only', () => {
    expect(asked({ auth: 'key', server: '' })).toEqual(['auth', 'key'])
    expect(asked({ auth: 'token', server: '' })).toEqual(['auth'])
  })
  test('one that depends on any value is shown if there is one', () => {
    expect(asked({ auth: 'token', server: ' https://x ' })).toEqual(['auth', 'account'])
    expect(asked({ auth: 'token', server: '  ' })).toEqual(['auth'])
  })
})

describe('movedSecrets', () => {
  const bound: FormField[] = [
    { name: 'server', label: 'Server', kind: 'text' },
    { name: 'tls', label: 'TLS', kind: 'checkbox', default: true },
    { name: 'password', label: 'Password', kind: 'secret', boundTo: ['server', 'tls'] },
    { name: 'key', label: 'Key', kind: 'secret', boundTo: ['server'] },
  ]
  const link = { config: { server: 'a', tls: true }, secrets: ['password'] }

  test('are stored ones whose place differs with these values', () => {
    expect([...movedSecrets(bound, { server: ' a ', tls: true, password: '' }, link)]).toEqual([])
    expect([...movedSecrets(bound, { server: 'b', tls: true, password: '' }, link)]).toEqual(['password'])
    expect([...movedSecrets(bound, { server: 'a', tls: false, password: '' }, link)]).toEqual(['password'])
    expect([...movedSecrets(bound, { server: 'b', tls: true }, undefined)]).toEqual([])
  })
  test('one without a place is sent empty', () => {
    expect(collect(bound, { server: 'b', tls: true, password: false }).config).toEqual({ server: 'b', tls: true, password: '' })
  })
})
