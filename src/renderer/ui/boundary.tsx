import { Component } from 'react'

interface BoundaryProps {
  readonly children?: React.ReactNode
  /** The data of the parts: when it changes, they are drawn again. */
  readonly of?: unknown
  /** Drawn instead of parts that failed. `again` redraws them. */
  renderFailed(again: () => void): React.ReactNode
}

interface BoundaryState {
  readonly hasFailed: boolean
  readonly of: unknown
}

/** Limits the failure of the parts inside: without it, one of them takes the whole page down. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { hasFailed: false, of: this.props.of }

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return of === state.of ? null : { hasFailed: false, of }
  }

  readonly again = (): void => this.setState({ hasFailed: false })

  override render(): React.ReactNode {
    return this.state.hasFailed ? this.props.renderFailed(this.again) : this.props.children
  }
}
