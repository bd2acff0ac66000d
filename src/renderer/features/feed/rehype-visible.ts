import { visibleSegments } from '../../../core/text.ts'
import { bracketed, mostChips } from '../../ui/visible-text.tsx'

interface TreeNode {
  readonly type: string
  readonly value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: TreeNode[]
}

/** How many more may be made of a text. */
interface Chips {
  left: number
}

/** Turns the hidden characters of every text node into chips with their names. Runs after the sanitizer. */
export function rehypeVisible(): (tree: unknown) => void {
  return (tree) => show(tree as TreeNode, { left: mostChips })
}

function show(node: TreeNode, chips: Chips): void {
  if (node.children === undefined) return
  node.children = node.children.flatMap((child) => {
    show(child, chips)
    return child.type === 'text' && child.value !== undefined ? pieces(child, child.value, chips) : [child]
  })
}

function pieces(node: TreeNode, text: string, chips: Chips): TreeNode[] {
  const segments = visibleSegments(text)
  if (segments.every((segment) => segment.kind === 'text')) return [node]
  chips.left -= segments.length
  if (chips.left < 0) return [{ type: 'text', value: segments.map(bracketed).join('') }]
  return segments.map((segment) =>
    segment.kind === 'text'
      ? { type: 'text', value: segment.text }
      : {
          type: 'element',
          tagName: 'span',
          properties: { className: ['ctrl'], title: 'Hidden characters' },
          children: [{ type: 'text', value: segment.label }],
        },
  )
}
