import { Plus, X } from 'lucide-react'

/** One entry of the metadata. */
export interface Pair {
  readonly label: string
  readonly value: string
}

interface MetadataFieldsProps {
  readonly pairs: readonly Pair[]
  onChange(pairs: readonly Pair[]): void
}

const most = 64

/** Named values sent with a message, such as `due`. */
export function MetadataFields({ pairs, onChange }: MetadataFieldsProps): React.JSX.Element {
  const change = (at: number, patch: Partial<Pair>): void =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...patch } : pair)))
  return (
    <div className="field top meta-fields">
      <span className="mid">Metadata</span>
      <span className="meta-rows">
        {pairs.map((pair, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries have no identity of their own
          <span key={at} className="meta-row">
            <input
              className="in mono"
              aria-label={`Name of entry ${at + 1}`}
              placeholder="due"
              maxLength={128}
              value={pair.label}
              onChange={(event) => change(at, { label: event.currentTarget.value })}
            />
            <input
              className="in mono"
              aria-label={`Value of entry ${at + 1}`}
              placeholder="2026-11-22T10:00:00Z"
              maxLength={4_000}
              value={pair.value}
              onChange={(event) => change(at, { value: event.currentTarget.value })}
            />
            <button
              type="button"
              className="btn ghost icon mini"
              aria-label={`Remove entry ${at + 1}`}
              onClick={() => onChange(pairs.filter((_pair, index) => index !== at))}
            >
              <X className="i" aria-hidden="true" />
            </button>
          </span>
        ))}
        {pairs.length < most && (
          <button type="button" className="btn ghost small" onClick={() => onChange([...pairs, { label: '', value: '' }])}>
            <Plus className="i" aria-hidden="true" /> Add entry
          </button>
        )}
      </span>
    </div>
  )
}
