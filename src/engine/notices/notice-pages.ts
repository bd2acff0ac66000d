import type { Push } from '../../api/contract.ts'

/** What a page says of itself: what the operator sees there, and whether it may show notifications of the system. */
export interface Here {
  readonly workspace: string
  readonly source?: string | undefined
  readonly conversation?: string | undefined
  /** It shows the list of everything that needs the operator. */
  readonly list?: boolean | undefined
  readonly canNotify: boolean
  readonly isFocused: boolean
}

/** The open pages, of which exactly one shows notifications. */
export interface NoticePages {
  /** A page follows a workspace: it can be reached until the returned function is called. */
  joined(caller: string, workspace: string, send: (push: Push) => boolean): () => void
  /** What a page says of itself; the last word counts. */
  said(caller: string, here: Here): void
  /** True if there is a page to show something. */
  any(): boolean
  /** What the operator looks at: the page with the focus. */
  looking(): Here | undefined
  /** Sends to the page to choose, or to the next one if it cannot take it. @returns the page; undefined: none could take it */
  show(push: NoticePush): string | undefined
  /** Sends to one page, if it is still there. */
  sendTo(caller: string, push: NoticePush): boolean
}

/** What a page gets; its workspace is added. */
export type NoticePush = Pick<Extract<Push, { type: 'notices' }>, 'show' | 'close'>

interface Page {
  readonly caller: string
  readonly workspace: string
  readonly send: (push: Push) => boolean
}

/** Opens the list of pages. */
export function openNoticePages(): NoticePages {
  const pages = new Set<Page>()
  const said = new Map<string, { readonly here: Here; readonly usedAt: number }>()
  let order = 0

  const pageOf = (caller: string): Page | undefined => [...pages].findLast((page) => page.caller === caller)

  /** The page of the operator first: one that may show notifications, has the focus, or was used last. */
  function ranked(): { readonly caller: string; readonly here: Here }[] {
    return [...said]
      .filter(([caller]) => pageOf(caller) !== undefined)
      .map(([caller, { here, usedAt }]) => ({ caller, here, usedAt }))
      .toSorted(
        (a, b) =>
          Number(b.here.canNotify) - Number(a.here.canNotify) || Number(b.here.isFocused) - Number(a.here.isFocused) || b.usedAt - a.usedAt,
      )
  }

  function sendTo(caller: string, { show, close }: NoticePush): boolean {
    const page = pageOf(caller)
    return page?.send({ type: 'notices', workspace: page.workspace, show, close }) === true
  }

  return {
    joined(caller, workspace, send) {
      const page = { caller, workspace, send }
      pages.add(page)
      return () => {
        pages.delete(page)
        if (pageOf(caller) === undefined) said.delete(caller)
      }
    },
    said(caller, here) {
      const before = said.get(caller)
      const isUsed = here.isFocused || before === undefined
      said.set(caller, { here, usedAt: isUsed ? ++order : before.usedAt })
    },
    any: () => ranked().length > 0,
    looking: () => ranked().find(({ here }) => here.isFocused)?.here,
    show: (push) => ranked().find(({ caller }) => sendTo(caller, push))?.caller,
    sendTo,
  }
}
