/** The filters of a query, each with an example value. */
const filters = [
  ['from:', 'a sender'],
  ['to:', 'a recipient'],
  ['in:', 'a conversation or link'],
  ['link:', 'a link, its whole name'],
  ['before:', '2026-11-21, yesterday, 2h'],
  ['after:', '2026-11-21, today, 3d'],
  ['is:unread', 'messages you have not read'],
  ['is:live', 'messages seen as they were said, not read from history'],
] as const

/** One button for each filter, which adds it to the query. */
export function FilterButtons({ onChoose }: { readonly onChoose: (filter: string) => void }): React.JSX.Element {
  return (
    <div className="hints" role="group" aria-label="Narrow the search">
      {filters.map(([filter, example]) => (
        <button key={filter} type="button" title={example} onClick={() => onChoose(filter)}>
          {filter}
        </button>
      ))}
    </div>
  )
}

/** Shown before something is typed: what is searched, and how it can be narrowed. */
export function SearchHelp(): React.JSX.Element {
  return (
    <>
      <p className="none">Searches this workspace’s messages, newest first. The last word can be incomplete.</p>
      <dl className="meanings">
        {filters.map(([filter, example]) => (
          <div key={filter}>
            <dt>{filter}</dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
