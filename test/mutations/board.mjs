const store = ['src/renderer/app/state/board.test.ts']
const screen = ['src/renderer/features/board/board.test.tsx']

/** Safeties of the board. The fields are explained in list.mjs. */
export const boardMutations = [
  {
    name: 'one envelope of a moved task at a time',
    promise: 'board',
    file: 'src/renderer/app/state/board-moves.ts',
    find: 'if (before === undefined || before.isSent) await send(key)',
    replace: 'await send(key)',
    tests: store,
  },
  {
    name: 'a refused move put back',
    promise: 'board',
    file: 'src/renderer/app/state/board-moves.ts',
    find: '      if (!answer.ok) {\n        setMove(key, undefined)\n',
    replace: '      if (!answer.ok) {\n',
    tests: store,
  },
  {
    name: 'a move that nobody heard taken back',
    promise: 'board',
    file: 'src/renderer/app/state/board-moves.ts',
    find: '      if (get().board.moves.get(key) !== waiting) return\n',
    replace: '      if (get().board.moves.get(key) === waiting) return\n',
    tests: store,
  },
  {
    name: 'what an agent did meanwhile shown over a move',
    promise: 'board',
    file: 'src/renderer/app/state/board.ts',
    find: 'card.column === move.column || card.changes > move.card.changes',
    replace: 'card.column === move.column',
    tests: store,
  },
  {
    name: 'several networks merged only as far as their order is certain',
    promise: 'board',
    file: 'src/renderer/app/board-columns.ts',
    find: 'pages.size === 1 || end === undefined || order(card, end) <= 0',
    replace: 'pages.size > 0 || end === undefined || order(card, end) <= 0',
    tests: ['src/renderer/app/board-columns.test.ts'],
  },
  {
    name: 'nothing loaded anew below a card that is dragged',
    promise: 'board',
    file: 'src/renderer/features/board/board-view.tsx',
    find: "if (dragged === undefined && key !== '') void store",
    replace: "if (key !== '') void store",
    tests: screen,
  },
  {
    name: 'drops of anything but a task of the board left alone',
    promise: 'board',
    file: 'src/renderer/features/board/board-column.tsx',
    find: '      setOver(false)\n      if (dragged === undefined) return\n      event.preventDefault()\n',
    replace: '      setOver(false)\n      event.preventDefault()\n      if (dragged === undefined) return\n',
    tests: screen,
  },
]
