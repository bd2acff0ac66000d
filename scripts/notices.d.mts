import type { Plugin } from 'vite'

export interface Notice {
  readonly packages: readonly string[]
  readonly licence: string
  readonly text: string
}
export function runtimePackages(root: string): string[]
export function noticesOf(folders: readonly string[]): Notice[]
export function notices(root: string): Plugin
