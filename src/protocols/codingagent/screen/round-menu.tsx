import { Check, ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { SessionRow } from '../pure/api.ts'
import { roundWords } from './round-strip.tsx'
import { useCodingAgent } from './slices.ts'

/** Which round is on screen, and every other one of the session. */
export function RoundMenu({ row, sequence }: { readonly row: SessionRow; readonly sequence: number }): React.JSX.Element {
  const openRound = useCodingAgent((state) => state.openRound)
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <button type="button" className="btn ghost select small">
            round {sequence}
            {sequence === row.sequence ? '' : ` of ${row.sequence}`} <ChevronDown className="i" aria-hidden="true" />
          </button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="start" sideOffset={4} aria-label="Rounds">
            {row.rounds.toReversed().map((round) => (
              <DropdownMenu.Item key={round.sequence} className="mi" onSelect={() => openRound(round.sequence)}>
                <span className="agent">
                  <Check className="i" aria-hidden="true" visibility={round.sequence === sequence ? 'visible' : 'hidden'} />
                  Round {round.sequence}
                </span>
                <span className="dim">{roundWords(round)}</span>
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {sequence !== row.sequence && (
        <button type="button" className="btn small" onClick={() => openRound(row.sequence)}>
          Go to round {row.sequence}
        </button>
      )}
    </>
  )
}
