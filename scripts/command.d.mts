import type { Plugin } from 'vite'

export function commandFile(folder?: string): string
export function inputs(folder: string): Plugin
