import { dialog } from 'electron'
import type { BrowserWindow, MessageBoxOptions } from 'electron'
import type { Approval, ApprovalScope } from '../core/approval.ts'
import { exactPieces } from '../core/approval-text.ts'
import { terminalName, terminalText } from '../core/terminal-text.ts'

/** What one native dialog can show on any screen, in lines and characters per line; and how many dialogs a text may take. */
const pageLines = 20
const lineChars = 90
const mostPages = 25

const lasting: Readonly<Record<ApprovalScope, string>> = {
  once: '',
  session: 'This approval lasts until Patchbay quits.',
  always: 'This approval lasts until you revoke it in Settings.',
}

/** Splits the text into pieces that fit a dialog; hidden characters become labels, and blank stretches a count. */
function pagesOf(text: string): string[] {
  const shown = exactPieces(text).map((piece) => (piece.kind === 'text' ? terminalText(piece.text) : `⟦${piece.words}⟧`))
  const lines = shown
    .join('')
    .split('\n')
    .flatMap((line) => line.match(new RegExp(`.{1,${lineChars}}`, 'gu')) ?? [''])
  return Array.from({ length: Math.ceil(lines.length / pageLines) }, (_, page) =>
    lines.slice(page * pageLines, (page + 1) * pageLines).join('\n'),
  )
}

/**
 * Asks for confirmation in native dialogs, which no page can answer or cover. A long text takes several dialogs and is approved in the last;
 * a text that is too long for that is refused. Enter and Esc press *Cancel*.
 */
export async function confirmApproval(window: BrowserWindow | undefined, approval: Approval, scope: ApprovalScope): Promise<boolean> {
  const { effect, question, hidden } = approval
  const pages = pagesOf(effect.exact)
  const ask = async (detail: string, verb: string | undefined): Promise<boolean> => {
    const buttons = verb === undefined ? ['Cancel'] : ['Cancel', verb]
    const options: MessageBoxOptions = {
      type: 'warning',
      title: 'Patchbay',
      message: terminalName(question),
      detail,
      buttons,
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    }
    const { response } = await (window === undefined || window.isDestroyed()
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(window, options))
    return verb !== undefined && response === 1
  }
  const target = terminalName(effect.target)
  if (pages.length > mostPages) {
    await ask(`${target}\n\nThe text is too long to show here, so nothing was done.`, undefined)
    return false
  }
  const { terminal } = effect
  const place = terminal === undefined ? [] : [{ label: terminal.client, value: `session ${terminal.session} in ${terminal.folder}` }]
  const terms = [...place, ...(effect.terms ?? [])].map(({ label, value }) => `${terminalName(label)}: ${terminalName(value)}`)
  const notes = [...terms, hidden.length > 0 ? `Contains hidden characters: ${hidden.join(', ')}.` : '', lasting[scope]].filter(
    (note) => note !== '',
  )
  for (const [index, page] of pages.entries()) {
    const isLast = index === pages.length - 1
    const part = pages.length > 1 ? `\n\nPart ${index + 1} of ${pages.length}` : ''
    const detail = `${target}\n\n${page}${part}${isLast && notes.length > 0 ? `\n\n${notes.join('\n')}` : ''}`
    if (!(await ask(detail, isLast ? terminalName(effect.yes ?? 'Approve') : 'Next part'))) return false
  }
  return pages.length > 0
}
