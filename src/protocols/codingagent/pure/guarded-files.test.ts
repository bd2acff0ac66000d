import { describe, expect, it } from 'vitest'
import { looksSecret, runsByItself, secretFiles, selfRunningFiles } from './guarded-files.ts'

/** A path that matches an entry of a list. */
function example(entry: string): string {
  return `${entry.replaceAll('*', 'x')}${entry.endsWith('/') ? 'deep/file' : ''}`
}
/** The short name that Windows gives to the first part of a path with a long name. */
function shortened(path: string): string {
  const [first = '', ...rest] = path.split('/')
  const dot = first.lastIndexOf('.')
  const ending = dot > 0 ? `.${first.slice(dot + 1, dot + 4)}` : ''
  return [`${(dot > 0 ? first.slice(0, dot) : first).replaceAll('.', '').slice(0, 6)}~1${ending}`, ...rest].join('/').toUpperCase()
}
const spellings: readonly (readonly [string, (path: string) => string])[] = [
  ['as it is', (path) => path],
  ['in capitals', (path) => path.toUpperCase()],
  ['deeper down', (path) => `packages/one/${path}`],
  ['with a character that HFS+ overlooks', (path) => `${path.slice(0, 2)}\u200c${path.slice(2)}`],
  ['in full width', (path) => path.replace(/[a-z]/u, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))],
  ['by its short name on NTFS', shortened],
]

describe.each([
  ['files that run by themselves', selfRunningFiles, runsByItself],
  ['files that hold secrets', secretFiles.filter((entry) => !entry.includes('*')), looksSecret],
] as const)('%s', (_what, list, isGuarded) => {
  it.each(spellings)('each is recognized %s', (_how, spell) => {
    expect(list.map((entry) => spell(example(entry))).filter((path) => !isGuarded(path))).toEqual([])
  })
  it('each is listed once, in lower case', () => {
    expect(new Set(list).size).toBe(list.length)
    expect(list.filter((entry) => entry !== entry.toLowerCase())).toEqual([])
  })
})

it.each([
  '.claude/settings.json .cursor/mcp.json .mcp.json .vscode/tasks.json GEMINI.md AGENTS.md CLAUDE.md .bash_profile .zshenv package.json',
  'Makefile .github/workflows/ci.yml .gitlab-ci.yml Jenkinsfile .husky/pre-commit lefthook.yml lefthook-local.yml .pre-commit-config.yaml .envrc .npmrc',
  '.gitignore eslint.config.js .eslintrc.cjs .prettierrc.js vitest.config.ts build.gradle.kts flake.nix .config/autostart/x.desktop',
])('runs by itself: %s', (paths) => {
  expect(paths.split(' ').filter((path) => !runsByItself(path))).toEqual([])
})

it.each([
  '.env .env.local prod.env id_rsa id_ed25519 server.pem tls.key .npmrc .netrc .aws/credentials secrets.yml auth_token .kube/config',
  'service-account-1.json terraform.tfstate .git-credentials store.jks sub/.ssh/known_hosts passwords.txt .envrc .bash_history',
  '.env-prod AuthKey.p8 firebase-adminsdk-x.json .gemini/oauth_creds.json .m2/settings.xml rclone.conf .envs/.production/django',
  '.env~ .netrc.bak .netrc~ .#.netrc #.netrc# .id_rsa.swp server.pem.old .pgpass.1 auth_token.orig credentials.json.bak sub/.ENV~',
])('holds secrets: %s', (paths) => {
  expect(paths.split(' ').filter((path) => !looksSecret(path))).toEqual([])
})

it('ordinary files are neither', () => {
  const ordinary =
    'src/index.ts README.md docs/env.md src/secrets.ts src/token.ts .env.example id_rsa.pub src/makefile.ts src/environment.ts a~1/b.txt vscode/x.ts'
  expect(ordinary.split(' ').filter((path) => looksSecret(path) || runsByItself(path))).toEqual([])
})
