import { Component } from 'react'

interface BoundaryProps {
  readonly children?: React.ReactNode
  /** What the parts are drawn from: when it changes, they are drawn once more by themselves. */
  readonly of?: unknown
  /** What is drawn in place of parts that failed. `again` draws them once more. */
  renderFailed(again: () => void): React.ReactNode
}

interface BoundaryState {
  readonly hasFailed: boolean
  readonly of: unknown
}

/** Keeps the failure of the parts inside to their own place: without it, one of them takes the whole page with it. */
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
