import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cpuTime } from '../../test/cpu-time.ts'
import { redactText, redactValue } from './log-redact.ts'
import { createLog } from './log.ts'

const base = mkdtempSync(join(tmpdir(), 'patchbay-log-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

function lines(run: (log: ReturnType<typeof createLog>) => void, level: 'debug' | 'info' | 'warn' = 'info'): Record<string, unknown>[] {
  const written: string[] = []
  const log = createLog({ stream: { write: (line: string) => written.push(line) }, level })
  run(log)
  return written.map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('createLog', () => {
  it('writes one JSON line per message, from its level on', () => {
    const written = lines((log) => {
      log('plain')
      log('hidden', { level: 'debug' })
      log('loud\nline', { level: 'error', count: 3 })
      log('odd level', { level: 'shout' })
    })
    expect(written.map(({ msg, level, fields }) => [msg, level, fields])).toEqual([
      ['plain', 30, {}],
      ['loud\nline', 50, { count: 3 }],
      ['odd level', 30, {}],
    ])
  })

  it('keeps no secret, wherever it occurs', () => {
    const circular: Record<string, unknown> = { token: 'hush-1' }
    circular['self'] = circular
    const written = JSON.stringify(
      lines((log) => {
        log('open http://127.0.0.1:1/#token=hush-2&x=1', { url: 'ws://u:hush-3@h/?a=1&token=hush-4' })
        log('fields', { password: 'hush-5', headers: { Authorization: 'Bearer hush-6', cookie: 'hush-7' }, list: [{ apiKey: 'hush-8' }] })
        log('error', { error: new Error('failed with secret: "hush-9"'), nested: { cause: new Error('token=hush-10') } })
        log('text', { body: '{"clientSecret":"hush-11","password": "hush-12"} Authorization: Bearer hush-13', circular })
        log('bytes', { key: Buffer.from('hush-14'), launchToken: ['hush-15'] })
      }),
    )
    expect(written).not.toContain('hush')
    expect(written).toContain('127.0.0.1:1/#token=[redacted]&x=1')
    expect(written).toContain('[7 bytes]')
  })

  it('writes to a private file and keeps two of limited size', () => {
    const file = join(base, 'bounded', 'patchbay.log')
    const log = createLog({ file, level: 'info', maxBytes: 2_000 })
    for (let n = 0; n < 100; n++) log(`line ${n}`)
    log.close()
    expect(readFileSync(file, 'utf8')).toContain('"line 99"')
    expect(readFileSync(`${file}.1`, 'utf8').split('\n').length).toBeGreaterThan(5)
    for (const path of [file, `${file}.1`]) expect(statSync(path).size).toBeLessThanOrEqual(2_000)
    expect(existsSync(`${file}.2`)).toBe(false)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    log('after close')
    log.close()
    expect(readFileSync(file, 'utf8')).toContain('after close')
  })

  it('does not stop the app if the file cannot be written', () => {
    const log = createLog({ file: join(base, 'log', 'patchbay.log', 'impossible'), level: 'info' })
    expect(() => log('lost')).not.toThrow()
    expect(() => createLog({ level: 'info' })('nowhere')).not.toThrow()
  })
})

describe('redactValue', () => {
  it('is bounded and survives hostile values', () => {
    const throwing = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    })
    expect(redactValue(throwing)).toBe('[unreadable]')
    let deep: unknown = 'end'
    for (let n = 0; n < 1_000; n++) deep = { deep }
    expect(JSON.stringify(redactValue(deep)).length).toBeLessThan(200)
    expect((redactValue(Array.from({ length: 1_000 }, (_, n) => n)) as unknown[]).length).toBe(100)
    expect(redactText('x'.repeat(1_000_000)).length).toBeLessThan(8_100)
    expect(redactValue(10n)).toBe('10')
    expect(redactValue({ __proto__: null, count: undefined, token: undefined })).toEqual({ count: undefined, token: undefined })
  })

  it('takes linear time on texts made to stall it', () => {
    const start = cpuTime()
    for (const unit of ['token=', 'a://', 'bearer ', 'a.', 'secret"', 'x:y@']) redactText(unit.repeat(8_000))
    expect(cpuTime() - start).toBeLessThan(2_000)
  })
})
