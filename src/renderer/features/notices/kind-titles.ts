import type { NoticeKind } from '../../../core/notice.ts'

/** The kinds of notifications in the operator's words. */
export const noticeKindTitles: Readonly<Record<NoticeKind, string>> = {
  asks: 'Asks you',
  overdue: 'You are overdue',
  link: 'Link down',
  others: 'Others',
  journal: 'Journal at risk',
}
