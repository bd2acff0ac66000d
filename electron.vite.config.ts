import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { inputs } from './scripts/command.mjs'
import { notices } from './scripts/notices.mjs'
import { contentSecurityPolicy } from './src/io/page-headers.ts'

/** Both shells send the policy as a header; the built page carries it as well. (The dev server's page needs inline scripts.) */
function policyInPage(): Plugin {
  const policy = contentSecurityPolicy(['ws://127.0.0.1:*', 'ws://localhost:*'])
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors')) // has no meaning in a page and would be warned of
    .join('; ')
  return {
    name: 'policy-in-page',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
    ],
  }
}

const faces = ['inter', 'jetbrains-mono']

/**
 * The shipped faces: nothing is drawn in another one first (rows would jump by a pixel; the files come from the local disk), the two
 * that every page needs are asked for with it, and their licences are beside them.
 */
function fonts(): Plugin {
  return {
    name: 'fonts',
    transform: {
      filter: { id: /@fontsource-variable.*\.css$/ },
      handler: (code) => code.replaceAll('font-display: swap', 'font-display: block'),
    },
    generateBundle() {
      for (const face of faces) {
        const source = readFileSync(`node_modules/@fontsource-variable/${face}/LICENSE`, 'utf8')
        this.emitFile({ type: 'asset', fileName: `assets/${face}-LICENSE.txt`, source })
      }
    },
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => faces.some((face) => file.includes(`/${face}-latin-wght-normal`)))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `./${file}`, crossorigin: true },
          injectTo: 'head',
        })),
  }
}

/** Entries for the demo scripts of all protocols: `startDemoScript` looks for them under these names. */
function demoScripts(): Record<string, string> {
  const scripts = readdirSync('src/protocols').map(
    (protocol) => [`${protocol}-demo`, `src/protocols/${protocol}/demo/demo-script.ts`] as const,
  )
  return Object.fromEntries(scripts.filter(([, script]) => existsSync(script)))
}

export default defineConfig({
  main: {
    plugins: [inputs(import.meta.dirname)],
    build: {
      outDir: 'out/main',
      externalizeDeps: false, // one file is read faster than the hundreds of a package
      // Programs of threads and processes are entries of their own: `io/program-file.ts` looks for them next to the bundle under these names.
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          // The command line: `scripts/command.mjs`.
          patchbay: 'src/cli/main.ts',
          // The thread that checks and backs up the journal: `io/journal/background.ts`.
          'journal-thread': 'src/io/journal/background-thread.ts',
          // The thread that makes a case: `engine/case/cases.ts`.
          'case-thread': 'src/engine/case/case-thread.ts',
          // The thread that reads the past of a workspace: `engine/past/port.ts`.
          'past-thread': 'src/engine/past/thread.ts',
          // The thread that plays a scenario: `engine/simulations.ts`.
          'simulation-thread': 'src/simulation/thread.ts',
          ...demoScripts(),
        },
        external: ['better-sqlite3'], // has a part that is not JavaScript
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false, // a sandboxed preload can require nothing but electron
      rolldownOptions: { input: { index: 'src/preload/index.ts' }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'src/renderer',
    publicDir: '../../resources/public',
    // Its variant for browsers reads entities by `innerHTML`, which the page's policy refuses; this one has a table.
    resolve: { alias: { 'decode-named-character-reference': fileURLToPath(import.meta.resolve('decode-named-character-reference')) } },
    plugins: [react(), policyInPage(), fonts(), notices(import.meta.dirname)],
    build: {
      outDir: 'out/renderer',
      minify: true,
      assetsInlineLimit: 0, // the policy allows no data: addresses
      chunkSizeWarningLimit: 1_500,
      rolldownOptions: { input: 'src/renderer/index.html' },
    },
  },
})
