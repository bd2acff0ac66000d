import { describe, expect, test } from 'vitest'
import { describeAddress } from './describe-address.ts'

describe('describeAddress', () => {
  test('an ordinary address needs no warning', () => {
    expect(describeAddress('https://docs.tidepool.example/migrate?x=1', 'the guide')).toEqual({
      host: 'docs.tidepool.example',
      plain: false,
    })
  })
  test('text that names the same host is not a mismatch', () => {
    expect(describeAddress('https://tidepool.example/a', 'https://tidepool.example/a')).toEqual({ host: 'tidepool.example', plain: false })
  })
  test('text that names another host is reported', () => {
    expect(describeAddress('https://docs.tidepoo1.example/migrate', 'tidepool.example/migrate')?.claimedHost).toBe('tidepool.example')
  })
  test('a sentence with a dot is not a host', () => {
    expect(describeAddress('https://a.example/', 'see section 4.2 there')?.claimedHost).toBeUndefined()
  })
  test('letters of other scripts are shown as the host that is really contacted', () => {
    const facts = describeAddress('https://еxample.com/', 'x')
    expect(facts?.host).toBe('xn--xample-2of.com')
    expect(facts?.writtenHost).toBe('еxample.com')
  })
  test('case is not a difference', () => {
    expect(describeAddress('https://GitHub.com:443/x', 'x')).toEqual({ host: 'github.com', plain: false })
  })
  test('a user part is not taken for the host', () => {
    expect(describeAddress('https://github.com@evil.example/x', 'repo')).toEqual({ host: 'evil.example', user: 'github.com', plain: false })
  })
  test('the port stays, plain http is named', () => {
    expect(describeAddress('http://127.0.0.1:8080/', 'x')).toEqual({ host: '127.0.0.1:8080', plain: true })
  })
  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', '/relative', 'https://', 'not an address'])(
    '%s is never opened',
    (href) => expect(describeAddress(href, 'x')).toBeUndefined(),
  )
})
