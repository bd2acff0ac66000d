import { describe, expect, it, test } from 'vitest'
import { expectLinearTime } from '../../../test/linear-time.ts'
import { openRedactor, termFault, type RedactionOptions } from './redact.ts'

const nothing: RedactionOptions = { secrets: [], homes: [], hasMails: false, hasHosts: false, hosts: [], me: [], agents: [], terms: [] }
const clean = (text: string, options: Partial<RedactionOptions> = {}): string => openRedactor({ ...nothing, ...options }).text(text)

describe('secrets', () => {
  test.each([
    ['ghp_9fK2abcdefghijklmnopqrstuvx81', 'a token of a code host'],
    ['sk-ant-api03-abcdefghijklmnop1234', 'a key of a model provider'],
    ['AKIAIOSFODNN7EXAMPLE', 'a key of a cloud'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLWhlcmU', 'a web token'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIBOgIBAAJBAK\n-----END RSA PRIVATE KEY-----', 'a private key'],
  ])('replaces %j without being told of it', (secret) => {
    expect(clean(`take ${secret} please`)).toBe('take ‹secret 1› please')
  })

  test.each([
    ['token', 'ghp_9fK2abcdefghijklmnopqrstuvx81'],
    ['cloud', 'AKIAIOSFODNN7EXAMPLE'],
    ['model', 'sk-ant-api03-abcdefghijklmnop1234'],
  ])('replaces the key in the name of a file of the %s, whatever stands around it (F29)', (_what, secret) => {
    expect(clean(`msg_${secret}.json`)).toBe('msg_‹secret 1›.json')
    expect(clean(`keys/${secret}`)).toBe('keys/‹secret 1›')
  })

  test.each(['base64', 'base64url', 'hex'] as const)(
    'replaces what %s holds a key in, also where a terminal broke it (F29)',
    (spelling) => {
      const written = Buffer.from('# of staging\nexport GH=ghp_9fK2abcdefghijklmnopqrstuvx81\nexport PORT=80').toString(spelling)
      expect(clean(`data: ${written} and more`)).toBe('data: ‹secret 1› and more')
      expect(clean(`${written.slice(0, 60)}\n${written.slice(60)}\n`)).toBe('‹secret 1›\n')
      const other = Buffer.from('# of staging\nexport PORT=80 and nothing that is secret').toString(spelling)
      expect(clean(other)).toBe(other)
    },
  )

  it('replaces a private key that was cut off', () => {
    expect(clean('x -----BEGIN PRIVATE KEY-----\nMIIBOgIBAAJBAK')).toBe('x ‹secret 1›')
  })

  test.each([
    ['curl -H "Authorization: Bearer abc.def-123" x', 'curl -H "Authorization: Bearer ‹secret 1›" x'],
    ['{"password":"hunter2","user":"me"}', '{"password":"‹secret 1›","user":"me"}'],
    ['{\\"api_key\\": \\"hunter2\\"}', '{\\"api_key\\": \\"‹secret 1›\\"}'],
    ['irc://coder:hunter2@host/x', 'irc://coder:‹secret 1›@host/x'],
    ['key abcdef.ghijkl:0123456789012345678901', 'key abcdef.ghijkl:‹secret 1›'],
  ])('replaces only the secret in %j', (text, expected) => {
    expect(clean(text)).toBe(expected)
  })

  it('wins over whatever overlaps it', () => {
    expect(clean('x tide-pool-9 y', { secrets: ['tide-pool-9'], terms: ['pool'], agents: ['tide'] })).toBe('x ‹secret 1› y')
    expect(clean('abcdef', { secrets: ['abcd', 'cdef'] })).toBe('‹secret 1›ef')
  })

  it('leaves no part of two secrets that overlap', () => {
    expect(clean('password=ghp_abcdefghijklmnopqrst-tail')).toBe('password=‹secret 1›')
  })
})

it('gives the same thing the same name, numbered in the order of the texts', () => {
  const redactor = openRedactor({ ...nothing, hasHosts: true, hasMails: true })
  expect(redactor.text('10.4.0.12 and gw.tidepool.example:8443')).toBe('‹host 1› and ‹host 2›:8443')
  expect(redactor.text('GW.tidepool.example, me@10.4.0.12, a@b.example')).toBe('‹host 2›, me@‹host 1›, ‹mail 1›')
  expect(redactor.counts().filter(({ times }) => times > 0)).toEqual([
    { kind: 'mail', times: 1, names: 1 },
    { kind: 'host', times: 4, names: 2 },
  ])
})

it('gives a secret in other capitals, between hidden characters and over two lines the same name', () => {
  const redactor = openRedactor({ ...nothing, secrets: ['tide-pool-9'] })
  expect(redactor.text('tide-pool-9 TIDE-pool-9 tide\u200B-pool-9 tide-\n  pool-9')).toBe('‹secret 1› ‹secret 1› ‹secret 1› ‹secret 1›')
})

it('keeps what only looks like a host', () => {
  const text = 'src/auth.rs:88, chat.md, v1.2.3, 12:30:45, foo.bar(), test/retry.test.ts, localhost, 127.0.0.1, a.ts'
  expect(clean(text, { hasHosts: true })).toBe(text)
})

it('replaces homes, names and words as whole words, and what is longest first', () => {
  const options = { homes: ['/home/kay'], me: ['kay'], agents: ['coder', 'coder-2'], terms: ['tidepool', '/ACME-\\d+/i'] }
  expect(clean('/home/kay/tidepool by kay (okay), coder-2 to coder: acme-12', options)).toBe(
    '~/‹term 1› by ‹operator› (okay), ‹agent 1› to ‹agent 2›: ‹term 2›',
  )
})

it('knows a name of three letters in any capitals, one of two only as it is written, and a word in other capitals as the same', () => {
  const options = { me: ['kay', 'Al'], terms: ['tidepool'], agents: [] }
  expect(clean('KAY, Al, AL; Tidepool tidepool', options)).toBe('‹operator›, ‹operator›, AL; ‹term 1› ‹term 1›')
})

it('says where each replacement is, for a preview', () => {
  expect(openRedactor({ ...nothing, me: ['kay'] }).pieces('ask kay!')).toEqual([
    { text: 'ask ' },
    { text: '‹operator›', was: 'kay', kind: 'me' },
    { text: '!' },
  ])
})

it('says why a word or pattern cannot be used', () => {
  expect(termFault('/(/')).toContain('is not a pattern')
  expect(termFault(' ')).toBeDefined()
  expect([termFault('/a+/i'), termFault('a/b')]).toEqual([undefined, undefined])
})

it('takes long texts of many hits', () => {
  const text = '10.0.0.1 eyJ- sk- '.repeat(20_000)
  const done = clean(text, { hasHosts: true, hasMails: true })
  expect(done).toHaveLength(text.length + 20_000 * ('‹host 1›'.length - '10.0.0.1'.length))
})

describe('a secret that is written in another way', () => {
  const secrets = ['tide-pool-9']
  test.each([
    ['with hidden characters', 'x tide\u200B-po\u2060ol\u{E0041}-9 y'],
    ['in full width', 'x ｔｉｄｅ－ｐｏｏｌ－９ y'],
    ['in capitals', 'x TIDE-Pool-9 y'],
    ['over two lines', 'x tide-\r\n  pool-9 y'],
  ])('is replaced %s (F29)', (_how, text) => {
    expect(clean(text, { secrets })).toBe('x ‹secret 1› y')
  })

  it('is replaced by how it looks, too', () => {
    expect(clean('a ghp_9fK2\u200Babcdefghijklmnopqrstuvx81 b')).toBe('a ‹secret 1› b')
  })

  it('and so are words of the operator, whatever their letters', () => {
    const options = { me: ['kay'], terms: ['tidepool'], agents: ['coder'] }
    expect(clean('Kay: TidePool, tide\u200Bpool, co\u00ADder, Coder', options)).toBe('‹operator›: ‹term 1›, ‹term 2›, ‹agent 1›, Coder')
    expect(clean('Jo\u200Bsé, Jose', { me: ['José'] })).toBe('‹operator›, Jose')
  })

  it('and so are home folders and hosts of links, in small and capital letters', () => {
    const options = { homes: ['/home/Kay'], hasHosts: true, hosts: ['tide'] }
    expect(clean('/HOME/kay/a on TIDE, Tide:22', options)).toBe('~/a on ‹host 1›, ‹host 1›:22')
  })

  it('takes nothing else with it', () => {
    expect(clean('\u200Bé tide ｐ\npool', { secrets })).toBe('\u200Bé tide ｐ\npool')
  })
})

/** Every spelling of a secret that is known. */
const known = ['Tr0ub4dor&3xyzQ', 'pässwörd9Z', 'aB3$dE5fG7hJ9kL/mN']
const everyCharacter = (text: string, spelled: (byte: string) => string): string =>
  Buffer.from(text)
    .toString('hex')
    .replaceAll(/../g, (byte) => spelled(byte))

describe('a secret that is known', () => {
  const [first = '', second = '', third = ''] = known
  const spellings: readonly (readonly [string, string])[] = [
    ['JSON of Go', 'Tr0ub4dor\\u00263xyzQ'],
    ['JSON of Python', 'p\\u00e4ssw\\u00f6rd9Z'],
    ['JSON inside JSON', 'aB3$dE5fG7hJ9kL\\\\u002fmN'],
    ['a program', 'Tr0ub4dor\\x263xyzQ'],
    ['a program, by code points', 'Tr0ub4dor\\u{26}3xyzQ'],
    ['a program, in eight digits', 'p\\U000000e4ssw\\U000000f6rd9Z'],
    ['a program, every byte', everyCharacter(first, (byte) => `\\x${byte}`)],
    ['JSON in capitals', 'TR0UB4DOR\\U00263XYZQ'],
    ['HTML', 'Tr0ub4dor&amp;3xyzQ'],
    ['HTML, by numbers', 'p&#228;ssw&#xF6;rd9Z'],
    ['HTML, by names', 'p&auml;ssw&ouml;rd9Z'],
    ['HTML inside HTML', 'Tr0ub4dor&amp;amp;3xyzQ'],
    ['an address, every character', everyCharacter(second, (byte) => `%${byte}`)],
    ['an address, one character more than needed', '%54r0ub4dor%263xyzQ'],
    ['an address inside an address', encodeURIComponent(encodeURIComponent(third))],
    ['Markdown, in part bold', 'Tr0u**b4do**r&3xyzQ'],
    ['Markdown, in part code', 'Tr0u`b4do`r&3xyzQ'],
    ['Markdown, escaped', 'Tr0ub4dor\\&3xyzQ'],
    ['a shell', 'aB3\\$dE5fG7hJ9kL/mN'],
    ['colours', 'Tr0u\u001b[01;31m\u001b[Kb4dor\u001b[m\u001b[K&3xyzQ'],
    ['a link of a terminal', 'Tr0u\u001b]8;;https://a.example\u0007b4dor&3xyzQ'],
    ['NUL', 'Tr0u\0b4dor&3xyzQ'],
    ['DEL', 'Tr0u\u007fb4dor&3xyzQ'],
    ['an empty pattern of Braille', 'Tr0u\u2800b4dor&3xyzQ'],
    ['a mark on a letter', 'Tr0u\u0301b4dor&3xyzQ'],
    ['letters and marks apart', second.normalize('NFD')],
    ['blanks between all characters', first.replaceAll(/.(?!$)/g, '$& ')],
    [
      'hexadecimal digits with blanks',
      Buffer.from(first)
        .toString('hex')
        .replaceAll(/..(?!$)/g, '$& '),
    ],
    [
      'hexadecimal digits with colons',
      Buffer.from(third)
        .toString('hex')
        .replaceAll(/..(?!$)/g, '$&:'),
    ],
    ...[
      '\r',
      '\v',
      '\f',
      '\u0085',
      '\u2028',
      '\u2029',
      '\\\n',
      '\n> ',
      '\n> > ',
      '\n+',
      '\n-',
      '\n│ ',
      '\n| ',
      '\n# ',
      '<br>',
      '<br />\n',
    ].map((end) => [`line breaks ${JSON.stringify(end)}`, `Tr0ub4${end}dor&3xyzQ`] as const),
    ['escaped line breaks', 'Tr0ub4\\ndor&3xyzQ'],
    ['a hidden character after a line break', 'Tr0ub4\n\u200b  dor&3xyzQ'],
    ['several of these', 'Tr0ub4\\u0064or\u001b[0m&amp;\n> 3x\u200byzQ'],
  ]
  test.each(spellings)('is replaced in the spelling of %s (F29)', (_how, spelled) => {
    const secrets = known.flatMap((secret) => [secret, Buffer.from(secret).toString('hex')])
    expect(clean(`x ${spelled} y`, { secrets })).toBe('x ‹secret 1› y')
  })

  it('is replaced over line breaks where it has few letters and digits', () => {
    expect(clean('x &%a$-\n> 7+! y', { secrets: ['&%a$-7+!'] })).toBe('x ‹secret 1› y')
  })

  test.each(['Tr0ub4dor is not all of it: 3xyzQ', 'p\\u00e4ss & w\\u00f6rd', '%41%zz &nothing; \\q \\u12', 'é\n> ü **x** `y`'])(
    'is not found in %j',
    (text) => {
      expect(clean(text, { secrets: known })).toBe(text)
    },
  )

  test.each([
    '\u001b[',
    '\u001b]',
    '%41',
    '%25',
    '\\',
    '\\u0041',
    '&#65',
    '&amp;',
    '\n> ',
    '<br>',
    '*`~',
    'a.',
    'é',
    '\u0301',
    '%e2%80',
    'sk-a\n',
    'password: a\n',
    `password: ${'a'.repeat(40)}\n`,
    `${'a-'.repeat(30)}\n`,
    `${' '.repeat(50)}\n`,
    `${'a/'.repeat(30)}\n`,
    'YWFh',
    '6161',
  ])('is looked for in linear time where %j is repeated (F29)', (part) => {
    const redactor = openRedactor({ ...nothing, secrets: known })
    expectLinearTime((size) => {
      const text = part.repeat(size)
      return () => redactor.pieces(text)
    }, 1_000)
  })
})

describe('what looks like a secret and is broken over lines', () => {
  test.each([
    ['x ghp_9fK2abc\ndefghijklmnopqrstuvx81 y', 'x ‹secret 1› y'],
    ['x sk-ant-api03-abcdefghijklmnop1234\n  5678abcdXYZ y', 'x ‹secret 1› y'],
    ['> x sk-ant-api03-abcdefghijklmnop1234\n> 5678abcdXYZ y', '> x ‹secret 1› y'],
    ['password: "hunter2 hun\nter3" y', 'password: "‹secret 1›" y'],
    ['a=password%3Dhunter2hunter&b', 'a=password%3D‹secret 1›'],
    ['export API_TOKEN=abcdefghijklmnopqrstuvwxyz0123\n456789abcdef== y', 'export API_TOKEN=‹secret 1› y'],
    ['curl -H "Authorization: Bearer abcdefghijklm\n> nop/qrs9+tuv" y', 'curl -H "Authorization: Bearer ‹secret 1›" y'],
    ['export API_TOKEN%3Dabcdefghijklmnopqrstuvwxyz0123\\nab.cd9', 'export API_TOKEN%3D‹secret 1›'],
    ['│ export API_TOKEN=abcdefghijklmnopqrstuvwxyz0123\n│ 45\n│ PORT=8080', '│ export API_TOKEN=‹secret 1›\n│ PORT=8080'],
  ])('is replaced whole in %j (F29)', (text, expected) => {
    expect(clean(text)).toBe(expected)
  })

  it('and the next line stays where it begins with a word', () => {
    expect(clean('password: hunter2hunter\nDone.')).toBe('password: ‹secret 1›\nDone.')
    expect(clean('take sk-ant-api03-abcdefghijklmnop1234\n\nand go on')).toBe('take ‹secret 1›\n\nand go on')
  })

  test.each<readonly [string, string]>([
    ['Changed files, and set token: x\nsrc/a/one.ts\nsrc/b/two.ts\nAll tests pass.', 'x'],
    ['TOKEN=abc\nDATABASE_URL=postgres://localhost/db\nPORT=8080\nNODE_ENV=production\n', 'abc'],
    ['type User = {\n  password: string\n  createdAt: Date\n  lastLogin: Date\n}\n', 'string'],
    ['password: string\nuser_id: number\n', 'string'],
    ['12:00:01 token=abc\n12:00:02 GET /x', 'abc'],
    ['1. token: rotate\n2. deploy', 'rotate'],
    ['def check(token: str):\n    x1 = find(token)', 'str):'],
    ['password: hunter2\nhttps://example.com/a is where…', 'hunter2'],
    ['--password hunter2\nsrc/a/one.ts', 'hunter2'],
    ['A line above that is as long as those of a terminal,\nand token: hunter2\nfor2 days', 'hunter2'],
    ['see http://me:hunter2@localhost:3000\nor ask me@example.com', 'hunter2'],
    ...[
      'src/a/one.ts',
      '  ./a/b2',
      '/usr/lib/x2',
      '- deploy2',
      '* deploy2',
      '2. deploy',
      '> 2) deploy',
      'NODE_ENV=production',
      'user_id: number',
      'x1 = find(y)',
      '12:00:02 GET',
      '[12:00:02] GET',
      '2026-01-02T12:00 GET',
      'https://example.com/a',
      '    - deploy2',
      '  /** What for. */',
      '  // What for.',
    ].map((next) => [`Now all of the tests passed with the new token: hunter2\n${next}`, 'hunter2'] as const),
  ])('and the next line of %j stays, which is another one', (text, secret) => {
    expect(clean(text)).toBe(text.replace(secret, '‹secret 1›'))
  })
})

it('does not let a text pretend that something was replaced in it', () => {
  const redactor = openRedactor({ ...nothing, me: ['kay'] })
  expect(redactor.text('‹operator› kay ‹Secret 1›')).toBe('‹ operator › ‹operator› ‹ Secret 1 ›')
  expect(redactor.pieces('‹agent 2›')).toEqual([{ text: '‹ agent 2 ›', was: '‹agent 2›' }])
})
