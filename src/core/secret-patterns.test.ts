import { describe, expect, it, test } from 'vitest'
import { expectLinearTime } from '../../test/linear-time.ts'
import { findSecrets, withoutSecrets } from './secret-patterns.ts'

const clean = (text: string): string => withoutSecrets(text, '‹›')

describe('what looks like a secret', () => {
  test.each([
    ['**token:** hunter2hunter', '**token:** ‹›'],
    ['**token**: **hunter2hunter**', '**token**: ‹›'],
    ['__api_key__ = hunter2hunter', '__api_key__ = ‹›'],
    ['token := "hunter2hunter"', 'token := "‹›"'],
    ['secret => "hunter2hunter"', 'secret => "‹›"'],
    ['token -> hunter2hunter', 'token -> ‹›'],
    ['token → hunter2hunter', 'token → ‹›'],
    ['if token === "hunter2hunter"', 'if token === "‹›"'],
    ['<password>hunter2hunter</password>', '<password>‹›</password>'],
    ['<user>me</user><db_password>hunter</db_password>', '<user>me</user><db_password>‹›</db_password>'],
    ['<password>…</password> <Token>Foo</Token>', '<password>…</password> <Token>‹›</Token>'],
    ['the password is<password>hunter2', 'the password is<password>‹›'],
    ['env[API_KEY] = hunter2 x', 'env[API_KEY] = ‹› x'],
    ['token => hunterHun', 'token => ‹›'],
    ['token → huntersecrets', 'token → ‹›'],
    ['token -> hunt!er', 'token -> ‹›'],
    ["'password' => 'hunter'", "'password' => '‹›'"],
    ['Authorization -> token abc123', 'Authorization -> token ‹›'],
    ['TOKEN → TOKEN → hunter2', 'TOKEN → TOKEN → ‹›'],
    ['mysql --Password hunterHun x', 'mysql --Password ‹› x'],
    ['password: &hunter', 'password: ‹›'],
    ['password: &hunter.2', 'password: ‹›'],
    ["x --auth-token 'hunter' x", "x --auth-token '‹›' x"],
    ['Basic dXNlcjpwYXNz', 'Basic ‹›'],
    ["process.env['API_KEY'] = 'hunter2hunter'", "process.env['API_KEY'] = '‹›'"],
    ['Secret: password: hunter2hunter', 'Secret: password: ‹›'],
    ['`password`: `hunter2hunter`', '`password`: `‹›`'],
    ['password: #hunter2hunter', 'password: ‹›'],
    ['password: $hunter,2hunter;3}4|5', 'password: ‹›'],
    ['password: ab&hunter2hunter', 'password: ‹›'],
    ["password: ab'hunter2hunter", 'password: ‹›'],
    ['password: ab\\hunter2hunter', 'password: ‹›'],
    ['password: >\n  hunter2hunter', 'password: >\n  ‹›'],
    ['password: |-\n  hunter2hunter', 'password: |-\n  ‹›'],
    ['DB_PASSWORD = "hunter2 hunter3" x', 'DB_PASSWORD = "‹›" x'],
    ['PASSWORD="hunter\\"2 hunter3" x', 'PASSWORD="‹›" x'],
    ['password = """hunter"2 hunter3""" x', 'password = """‹›""" x'],
    [String.raw`{\"password\": \"hunter2 hunter3\", \"a\": 1}`, String.raw`{\"password\": \"‹›\", \"a\": 1}`],
    ['password: "hunter2 hunter3\nx', 'password: "‹›\nx'],
    ['| password | hunter2hunter |', '| password | ‹› |'],
    ['**password** | `hunter2hunter`', '**password** | ‹›'],
    ['mysql --password hunter2hunter x', 'mysql --password ‹› x'],
    ["x --auth-token 'hunter2hunter' x", "x --auth-token '‹›' x"],
    ['Bearer `abcdefghijklmnop`', 'Bearer `‹›`'],
    ['Authorization: token abcdefghijklmnop', 'Authorization: token ‹›'],
    ['Authorization: abcdefghijklmnop', 'Authorization: ‹›'],
    ['Authorization: Key abcdefghijklmnop', 'Authorization: ‹›'],
    ['Authorization: Digest username="a", response="b"', 'Authorization: Digest ‹›'],
    ['{"Authorization": "Bearer abcdef"}', '{"Authorization": "Bearer ‹›"}'],
    ['https://a.example/x?token=abcdef&user=me', 'https://a.example/x?token=‹›&user=me'],
    ['{token:abcdef,user:me} {token:abcdef}', '{token:‹›,user:me} {token:‹›}'],
    ['a: {"token":"abcdef","user":"me"}', 'a: {"token":"‹›","user":"me"}'],
  ])('is replaced whole in %j, and nothing else', (text, expected) => {
    expect(clean(text)).toBe(expected)
  })

  test.each([
    'the token is renewed',
    'the token, which is renewed',
    'Password:',
    'password: *** and token: ……',
    '| user | password |\n|---|---|',
    '| token | the launch token of this page |',
    'see --token --force',
    'authorization is by name',
    'coder -> reviewer: tokens are counted',
    '| token | string |\n| secret | string |',
    '| Token | Meaning |',
    'The options --user and --password are needed.',
    'The option --token sets it.',
    'The problem is the token\n>I think so',
    'I looked at password\n-> see src/login.ts:12',
    'I looked at password\n-> login2.ts',
    'Fixed: authorization → src/auth.ts',
    'use basic `readFile` calls',
    'let token = &self.tokens[i];',
    'tokens[token] => value',
    'x[token] = y',
    'all.map((token) => token.value2)',
    'if (a.token >b) c()',
    'std::vector<Token>tokens;',
    'login <user> <password>',
  ])('is not found in %j', (text) => {
    expect(clean(text)).toBe(text)
  })

  it('is found where the same text stands before it', () => {
    expect(findSecrets('token: token')).toEqual([{ start: 7, end: 12 }])
  })

  test.each([
    'token="',
    'token=a: ',
    'token:\n- ',
    'password: > ',
    'token=\'x token="',
    'token:',
    'token: ',
    'token=****',
    'token: *_`| ',
    'token | a',
    'token → a',
    'token→',
    'token] = ',
    '<token>',
    '<token>a',
    '<a-',
    'token=a&',
    'token=a,a,',
    '--token ',
    '--a-',
    'bearer `',
    'authorization: digest ',
    'authorization: a ',
    String.raw`token: \"`,
    'token=\\',
    'token: "\\',
  ])('is looked for in linear time where %j is repeated (F29)', (part) => {
    expectLinearTime((size) => {
      const text = part.repeat(size)
      return () => findSecrets(text)
    }, 2_000)
  })
})
