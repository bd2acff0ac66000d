import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Content that must never be read, in a file next to the workspace. */
export const canary = 'CANARY: this file lies outside'
export const canaryFile = 'canary.txt'

/** A hostile or odd path, relative to a workspace made by `buildTree`. */
export interface PathCase {
  readonly path: string
  /** `refused`: every operation returns a fault. `confined`: it may work or not, but stays inside. */
  readonly expect: 'refused' | 'confined'
  readonly family: string
}

/** Names that look wrong but are valid: each must work as a file and as a folder. */
export const legalNames: readonly string[] = [
  'plain', 'with space', '  two leading', '-rf', '--', '...x', '..x', '.hidden', 'x..y', "it's", '"quoted"', '`id`', '$HOME', '~', '~root', '$(id)', '%2e%2e', '%00', '%2Fetc',
  '..%2f', '#hash', 'a;b', 'a&b', 'a|b', 'a*b', 'a?b', '<b>', '[x]', '{x}', '(x)', '!x', '@x', '+x', '=x', 'a,b', '😀', '👩‍💻.md', '测试', 'имя', 'ñ', 'n\u0303', 'ﬁ', '．．', '‥',
  '․․', 'a／b', 'a＼b', 'a：b', '∕', 'console.log', 'com', 'com10', 'lpt', 'nullable', 'auxiliary', 'conx.md', 'CON1', '__proto__', 'constructor', 'toString', 'İ', 'ß', 'a\u00a0b', 'x'.repeat(255),
]

/** Makes `<base>/ws` full of traps, and `<base>/outside` and `<base>/ws-evil`, which must not be touched. Returns the workspace. */
export function buildTree(base: string): string {
  const ws = join(base, 'ws')
  for (const folder of ['ws/folder/deep', 'ws/.workplace/memory', 'outside/folder', 'ws-evil']) mkdirSync(join(base, folder), { recursive: true })
  for (const file of ['outside', 'outside/folder', 'ws-evil']) writeFileSync(join(base, file, canaryFile), canary)
  writeFileSync(join(base, 'outside', '.patchbay-0123456789abcdef.tmp'), canary)
  writeFileSync(join(ws, 'folder/inside.txt'), 'inside')
  writeFileSync(join(ws, '.workplace/chat.md'), '[a-to-b]: hello\n')
  for (const [name, target] of Object.entries(linkTargets(base))) symlinkSync(target, join(ws, name))
  return ws
}

/** A digest of names, sizes, times and contents of everything in `base` except `without`: equal before and after, nothing there was touched. */
export function digestOutside(base: string, without: readonly string[] = ['ws']): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const stats = lstatSync(path)
    hash.update(`${path}|${stats.mode}|${stats.size}|${stats.mtimeMs}|${stats.nlink}\n`)
    if (stats.isDirectory()) for (const name of readdirSync(path).toSorted()) visit(join(path, name))
    else hash.update(stats.isSymbolicLink() ? readlinkSync(path) : readFileSync(path))
  }
  for (const name of readdirSync(base).toSorted()) if (!without.includes(name)) visit(join(base, name))
  return hash.digest('hex')
}

/** Links in the workspace: those whose names begin with `out` lead outside. */
function linkTargets(base: string): Readonly<Record<string, string>> {
  const outside = join(base, 'outside')
  return {
    'out-file': `../outside/${canaryFile}`,
    'out-file-abs': join(outside, canaryFile),
    'out-dir': '../outside',
    'out-dir-abs': outside,
    'out-sibling': '../ws-evil',
    'out-sibling-abs': join(base, 'ws-evil'),
    'out-up': '..',
    'out-root': '/',
    'out-chain': 'out-chain-2',
    'out-chain-2': 'folder/../out-dir',
    'out-through': `in-dir/../../outside/${canaryFile}`,
    'out-proc': '/proc/self/root/etc',
    'out-back': '../ws/folder', // leads outside and back: that counts as outside
    'out-dangling': '../outside/not-there',
    'in-file': 'folder/inside.txt',
    'in-dir': 'folder',
    'in-dir-abs': join(base, 'ws/folder'),
    'in-self': '.',
    'in-dangling': 'folder/not-there',
    'loop-a': 'loop-b',
    'loop-b': 'loop-a',
    'loop-self': 'loop-self',
  }
}

/** Names of the links that leave the workspace. */
export const outLinks: readonly string[] = ['out-file', 'out-file-abs', 'out-dir', 'out-dir-abs', 'out-sibling', 'out-sibling-abs', 'out-up', 'out-root', 'out-chain', 'out-chain-2', 'out-through', 'out-proc', 'out-back', 'out-dangling']
const inLinks = ['in-file', 'in-dir', 'in-dir/inside.txt', 'in-dir-abs', 'in-dir-abs/inside.txt', 'in-self', 'in-self/in-self/folder', 'in-dangling', 'loop-a', 'loop-b', 'loop-self', 'loop-a/x']
const devices = ['CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$', 'CLOCK$', ...Array.from({ length: 10 }, (_, n) => [`COM${n}`, `LPT${n}`]).flat(), 'COM¹', 'LPT³']

function cases(family: string, expect: PathCase['expect'], paths: readonly string[]): PathCase[] {
  return paths.map((path) => ({ path, expect, family }))
}

/** More than 600 paths for a workspace in `base`, without duplicates. */
export function pathCases(base: string): PathCase[] {
  const outside = join(base, 'outside')
  const targets = [`outside/${canaryFile}`, `ws-evil/${canaryFile}`, 'ws/folder/inside.txt', 'etc/passwd']
  const ups = Array.from({ length: 8 }, (_, n) => '../'.repeat(n + 1))
  const controls = [...Array.from({ length: 33 }, (_, n) => (n === 32 ? 0x7f : n)), ...Array.from({ length: 32 }, (_, n) => 0x80 + n), 0x2028, 0x2029]
  const bidi = [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
  const all = [
    ...cases('up', 'refused', ups.flatMap((up) => targets.flatMap((to) => ['', 'folder/', '.workplace/', 'missing/'].map((from) => from + up + to)))),
    ...cases('up', 'refused', ['..', '../', '../..', './', './folder', 'folder/.', 'folder/..', 'folder/./inside.txt', 'folder/../folder/inside.txt', '.../..', '']),
    ...cases('backslash', 'refused', ups.slice(0, 4).map((up) => (up + targets[0]).replaceAll('/', '\\'))),
    ...cases('backslash', 'refused', ['..\\', 'folder\\inside.txt', 'folder\\..\\..\\outside', 'folder/..\\..\\outside', '\\', 'a\\', '\\outside']),
    ...cases('encoded', 'confined', ups.slice(0, 4).flatMap((up) => ['%2e%2e', '%2E%2E', '%252e%252e', '..%2f', '..%5c', '%c0%ae%c0%ae', '..%00', '..;'].map((dots) => up.replaceAll('..', dots) + targets[0]))),
    ...cases('look-alike', 'confined', ['․․', '．．', '‥', '..\u2215', '..／', '..＼', '.\u200b.', '..\u200d', '\ufeff..', '..\u0301'].map((dots) => `${dots}/outside/${canaryFile}`)),
    ...cases('absolute', 'refused', ['/', '//', '///', '/etc/passwd', outside, `/${outside}`, join(outside, canaryFile), join(base, 'ws/folder/inside.txt'), '/proc/self/environ', '/dev/null', '/dev/stdin', '/.', '/..']),
    ...cases('unc', 'refused', ['//server/share', '//server/share/x', '\\\\server\\share', '\\\\?\\C:\\x', '\\\\.\\pipe\\x', '\\\\?\\UNC\\server\\share', '//?/C:/x', '//./nul']),
    ...cases('drive', 'refused', ['C:', 'C:\\', 'C:/', 'c:x', 'C:..\\x', 'folder/C:/x', 'Z:/outside', 'file:///etc/passwd', 'file:/etc/passwd', 'http://x/y', 'C:folder/inside.txt']),
    ...cases('stream', 'refused', ['.workplace/chat.md:x', '.workplace/chat.md::$DATA', 'folder/inside.txt:a:b', 'folder:$I30:$INDEX_ALLOCATION/inside.txt', ':', ':x', 'x:', 'folder::$INDEX_ALLOCATION/x']),
    ...cases('control', 'refused', controls.flatMap((code) => [`a${String.fromCharCode(code)}b`, `folder/inside.txt${String.fromCharCode(code)}`])),
    ...cases('NUL', 'refused', ['\0', 'folder/inside.txt\0.md', `../outside/${canaryFile}\0`, 'a\0/../..', '\0/x']),
    ...cases('bidi', 'refused', bidi.flatMap((code) => [`a${String.fromCharCode(code)}b`, `folder/${String.fromCharCode(code)}txt.exe`])),
    ...cases('broken', 'refused', ['\ud800', 'a\udfff', 'folder/\ud83d', '\udc00\ud800']),
    ...cases('device', 'refused', devices.flatMap((name) => [name, name.toLowerCase(), `${name}.txt`, `folder/${name}.tar.gz`, `${name}/x`, `${name} .md`])),
    ...cases('ending', 'refused', ['a.', 'a..', 'a...', 'a ', 'a  ', 'a. .', '...', '....', '. ', '.. ', ' ', 'folder./inside.txt', 'folder /inside.txt', 'folder/inside.txt.', 'folder/inside.txt ', 'out-dir./x', '.. /outside', '.../outside']),
    ...cases('empty', 'refused', ['folder//inside.txt', 'folder/', 'folder/inside.txt/', '/folder', '//folder', 'a//', 'folder///inside.txt']),
    ...cases('long', 'refused', ['x'.repeat(256), `folder/${'x'.repeat(5_000)}`, 'é'.repeat(128), '😀'.repeat(64), 'a/'.repeat(3_000) + 'a', '../'.repeat(5_000), 'x'.repeat(1_000_000)]),
    ...cases('deep', 'confined', ['a/'.repeat(63) + 'a', 'a/'.repeat(200) + 'a', 'in-self/'.repeat(39) + 'folder', 'in-self/'.repeat(200) + 'folder']),
    ...cases('link out', 'refused', outLinks.flatMap((link) => [`${link}/${canaryFile}`, `${link}/folder/${canaryFile}`, `${link}/new`, `in-dir/../${link}`, `in-self/${link}/x`])),
    ...cases('link out, itself', 'confined', outLinks.flatMap((link) => [link, `in-self/${link}`])),
    ...cases('link in', 'confined', inLinks),
    ...cases('sibling', 'refused', [`../ws-evil/${canaryFile}`, '../ws-evil', '../ws', '../ws/../ws-evil']),
    ...cases('sibling', 'confined', ['ws-evil', '-evil', `ws-evil/${canaryFile}`, '..ws-evil/x']),
    ...cases('case twin', 'confined', ['FOLDER/inside.txt', 'Folder/Inside.TXT', '.WORKPLACE/chat.md', 'OUT-DIR/x', 'folder/INSIDE.txt']),
    ...cases('normal form', 'confined', ['n\u0303', '\u00f1', 'folder/e\u0301', 'folder/\u00e9', 'ﬁle', '\u212b', '\u00c5', 'A\u030a', 'K', '\u212a']),
  ]
  return [...new Map(all.map((one) => [one.path, one])).values()]
}
