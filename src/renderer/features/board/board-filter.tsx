import { useId } from 'react'
import { taskLinksOf, usePlaceWord } from './task-links.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

const optionsShown = 500

/** The board's filter: text, one owner or unassigned, one channel. */
export function BoardFilterBar(): React.JSX.Element {
  const links = useApp(taskLinksOf)
  const filter = useApp((state) => state.board.filter)
  const pages = useApp((state) => state.board.pages)
  const filterBoard = useApp((state) => state.filterBoard)
  const setBoard = useApp((state) => state.setBoard)
  const placeWord = usePlaceWord()
  const id = useId()
  const owners = unique([...[...pages.values()].flatMap((page) => page.owners), filter.owner ?? ''])
  const places = unique([...links.flatMap(({ source, view }) => source.places(view).map(({ name }) => name)), filter.place ?? ''])
  const isSet = filter.text !== '' || filter.owner !== undefined || filter.place !== undefined
  return (
    <div className="board-filter" role="search" aria-label="Tasks">
      <input
        className="in"
        type="search"
        aria-label="Text in the task"
        placeholder="Title, details, owner, status or id"
        maxLength={200}
        value={filter.text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the operator has just asked for this field
        autoFocus
        onChange={(event) => filterBoard({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          if (filter.text === '') setBoard({ showsFilter: false })
          else filterBoard({ text: '' })
        }}
      />
      <label htmlFor={`${id}-owner`}>Owner</label>
      <select
        id={`${id}-owner`}
        className="in"
        value={filter.owner === undefined ? 'all' : `=${filter.owner}`}
        onChange={(event) => {
          const { value } = event.currentTarget
          filterBoard({ owner: value === 'all' ? undefined : value.slice(1) })
        }}
      >
        <option value="all">anyone</option>
        <option value="=">unassigned</option>
        {owners.map((owner) => (
          <option key={owner} value={`=${owner}`}>
            {visibleString(owner)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-place`}>{placeWord}</label>
      <select
        id={`${id}-place`}
        className="in"
        value={filter.place ?? ''}
        onChange={(event) => filterBoard({ place: event.currentTarget.value === '' ? undefined : event.currentTarget.value })}
      >
        <option value="">all</option>
        {places.map((place) => (
          <option key={place} value={place}>
            {visibleString(place)}
          </option>
        ))}
      </select>
      {isSet && (
        <button type="button" className="btn ghost" onClick={() => filterBoard({ text: '', owner: undefined, place: undefined })}>
          Clear
        </button>
      )}
    </div>
  )
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== ''))].toSorted((a, b) => (a < b ? -1 : 1)).slice(0, optionsShown)
}
