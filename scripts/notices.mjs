/** The licences of everything in the built page and in the packages, as `notices.json` next to the page; Settings shows it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const isNotice = /^(?:licen[cs]e|notice|copying)(?:[.-].*)?$/i

/** The folder of the package that a module belongs to; undefined for our own. */
function packageOf(module) {
  const file = module.replace(/^\0+/, '').replace(/[?#].*$/, '')
  const at = file.lastIndexOf('/node_modules/')
  if (at < 0) return undefined
  const parts = file.slice(at + '/node_modules/'.length).split('/')
  return path.join(file.slice(0, at), 'node_modules', ...parts.slice(0, parts[0].startsWith('@') ? 2 : 1))
}

/** Folders of the app's runtime packages and their dependencies. */
export function runtimePackages(root) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([name, entry]) => {
    const folder = path.join(root, name)
    return name !== '' && entry.dev !== true && existsSync(path.join(folder, 'package.json')) ? [folder] : []
  })
}

/** What one package states about its licence. */
function noticeOf(folder) {
  const { name, version, license = '', author = '' } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter((file) => isNotice.test(file))
    .toSorted()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  const licence = typeof license === 'string' ? license : (license.type ?? '')
  const by = typeof author === 'string' ? author : (author.name ?? '')
  // Some packages name their licence without including its text.
  const text = texts.length > 0 ? texts.join('\n\n') : [`Licence: ${licence}`, by].filter(Boolean).join('\nAuthor: ')
  return { package: `${name} ${version}`, licence, text }
}

/** Notices of packages sorted by name, with equal texts merged. */
export function noticesOf(folders) {
  const groups = new Map()
  for (const notice of [...new Set(folders)].map(noticeOf).toSorted((one, other) => (one.package < other.package ? -1 : 1))) {
    const key = `${notice.licence}\0${notice.text}`
    const group = groups.get(key) ?? { packages: [], licence: notice.licence, text: notice.text }
    group.packages.push(notice.package)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Writes the notices of a bundle's modules and of the packages that run beside it. */
export function notices(root) {
  return {
    name: 'notices',
    apply: 'build',
    generateBundle() {
      const bundled = [...this.getModuleIds()].map(packageOf).filter((folder) => folder !== undefined)
      const source = JSON.stringify(noticesOf([...bundled, ...runtimePackages(root)]))
      this.emitFile({ type: 'asset', fileName: 'notices.json', source })
    },
  }
}
