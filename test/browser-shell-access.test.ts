import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BrowserShell } from '../src/server/browser-shell.ts'
import { hostHeaders, hostStatus, originHeader, origins } from './suites/foreign-requests.ts'
import type { Host } from './suites/foreign-requests.ts'
import { ask, openShellWorld } from './suites/shell-world.ts'
import type { ShellWorld } from './suites/shell-world.ts'
import { tokenOf } from './suites/socket-client.ts'
import { sampled, sized } from './sizes.ts'

let world: ShellWorld
let shell: BrowserShell
beforeAll(async () => {
  world = await openShellWorld()
  shell = world.shell
})
afterAll(() => world.close())

// In this order: the last test checks what the others made it log.
describe('F12: access to the browser shell', { shuffle: false }, () => {
  const paths = [
    '/',
    '/index.html',
    '/assets/index-abc.js',
    '/favicon.ico',
    '/socket',
    '/prove',
    `/prove?with=launch&page=${'p'.repeat(43)}`,
    '/notes.txt',
    '/../package.json',
    '/%2e%2e/x',
    '//',
    '/index.html/',
    '/__proto__',
  ] as const
  const served = new Set<string>(['/', '/index.html', '/assets/index-abc.js', '/favicon.ico', `/prove?with=launch&page=${'p'.repeat(43)}`])

  it.skipIf(process.platform !== 'linux')('is at no other address of this machine', async () => {
    const asked = await Promise.allSettled(['127.0.0.1', '127.0.0.2'].map((host) => fetch(`http://${host}:${shell.port}/`)))
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })

  it('answers requests as the table says', async () => {
    const wrong: string[] = []
    let cells = 0
    for (const [host, header] of Object.entries(hostHeaders(shell.port)))
      for (const origin of origins)
        for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'])
          for (const path of paths) {
            const value = originHeader(origin, Array.isArray(header) ? (header[0] ?? '') : header, shell.port)
            const expected =
              hostStatus(host as Host) ??
              (origin !== 'none' && origin !== 'same' ? 403 : undefined) ??
              (method !== 'GET' && method !== 'HEAD' ? 405 : undefined) ??
              (path === '/socket' ? 426 : served.has(path) ? 200 : path === '/prove' ? 400 : 404)
            const answer = await ask(shell.port, method, path, { Host: header, ...(value === undefined ? {} : { Origin: value }) })
            cells += 1
            if (answer.status !== expected)
              wrong.push(`${method} ${path} host:${host} origin:${origin} → ${answer.status}, not ${expected}`)
            if (answer.body.includes('not part of the page')) wrong.push(`${path} was read`)
            if (!String(answer.headers['content-security-policy']).includes("default-src 'none'")) wrong.push(`${path} has no policy`)
          }
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThanOrEqual(400 * 4)
  })

  it('upgrades as the table says: every Host × Origin × token × path × method', async () => {
    const tokens = {
      right: ['patchbay.1', `token.${tokenOf(shell)}`],
      wrong: ['patchbay.1', `token.${'A'.repeat(43)}`],
      short: ['patchbay.1', 'token.A'],
      prefix: ['patchbay.1', `token.${tokenOf(shell).slice(0, -1)}`],
      empty: ['patchbay.1', 'token.'],
      missing: ['patchbay.1'],
      'no proof': ['patchbay.1', `proof.launch.${'p'.repeat(43)}.${'n'.repeat(43)}.${'A'.repeat(43)}`],
      'a token as proof': ['patchbay.1', `proof.${tokenOf(shell)}`],
      'no protocol': [],
      'other protocol': ['patchbay.2', `token.${tokenOf(shell)}`],
    }
    const wrong: string[] = []
    let cells = 0
    for (const [host, header] of Object.entries(hostHeaders(shell.port)))
      for (const origin of origins) {
        const foreign = hostStatus(host as Host) ?? (origin !== 'none' && origin !== 'same' ? 403 : undefined)
        // A foreign request is refused before its token is checked, which the right token, the first, shows best.
        const given = Object.entries(tokens)
        for (const [token, protocols] of foreign === undefined ? given : sampled(given, given.length))
          for (const [method, path, upgrade] of [
            ['GET', '/socket', 'websocket'],
            ['GET', `/socket?token=${tokenOf(shell)}`, 'websocket'],
            ['GET', '/', 'websocket'],
            ['POST', '/socket', 'websocket'],
            ['GET', '/socket', 'h2c'],
          ] as const) {
            const value = originHeader(origin, Array.isArray(header) ? (header[0] ?? '') : header, shell.port)
            const expected =
              foreign ??
              (method !== 'GET' ? 405 : path === '/' ? 404 : upgrade !== 'websocket' ? 400 : undefined) ??
              (origin === 'none' ? 403 : token === 'right' ? 101 : 401)
            const answer = await ask(shell.port, method, path, {
              Host: header,
              Connection: 'Upgrade',
              Upgrade: upgrade,
              'Sec-WebSocket-Version': '13',
              'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
              ...(protocols.length === 0 ? {} : { 'Sec-WebSocket-Protocol': protocols.join(', ') }),
              ...(value === undefined ? {} : { Origin: value }),
            })
            cells += 1
            if (answer.status !== expected)
              wrong.push(`${method} ${path} ${upgrade} host:${host} origin:${origin} token:${token} → ${answer.status}, not ${expected}`)
            if (JSON.stringify(answer.headers).includes(tokenOf(shell))) wrong.push('the token was echoed')
          }
      }
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThanOrEqual(sized(400, 400 * 5))
  })

  it('wrote the token to no log', () => {
    expect(world.logged.length).toBeGreaterThan(100)
    expect(world.logged.join('\n')).not.toContain(tokenOf(shell))
  })
})
