import { visibleSegments } from '../../../core/text.ts'

interface TreeNode {
  readonly type: string
  readonly value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: TreeNode[]
}

/** Turns the hidden characters of every text node into chips with their names. Runs after the sanitizer. */
export function rehypeVisible(): (tree: unknown) => void {
  return (tree) => show(tree as TreeNode)
}

function show(node: TreeNode): void {
  if (node.children === undefined) return
  node.children = node.children.flatMap((child) => {
    show(child)
    return child.type === 'text' && child.value !== undefined ? pieces(child, child.value) : [child]
  })
}

function pieces(node: TreeNode, text: string): TreeNode[] {
  const segments = visibleSegments(text)
  if (segments.every((segment) => segment.kind === 'text')) return [node]
  return segments.map((segment) =>
    segment.kind === 'text'
      ? { type: 'text', value: segment.text }
      : {
          type: 'element',
          tagName: 'span',
          properties: { className: ['ctrl'], title: 'Characters that do not show' },
          children: [{ type: 'text', value: segment.label }],
        },
  )
}
